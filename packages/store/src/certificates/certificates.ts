import type { CertificateState, IdentityKind } from '@sello/contracts';
import type { PrefixRecord } from '../templates/templates.ts';

/** What the certificate printed and the public may be told of. */
export interface PrintedFields {
  holder: string;
  idNumber: string;
  country: string;
  startDate?: string | undefined;
  endDate?: string | undefined;
  scoreNumeric?: number | undefined;
  scoreLetter?: string | undefined;
  /** The template's name. */
  course: string;
}

/** Who vouched for the organization when it was issued. */
export interface IssuedIdentity {
  kind: IdentityKind;
  domain?: string;
}

/** Where the tail of the file lies: a range of a pack object. */
export interface PackPlace {
  key: string;
  offset: number;
  length: number;
}

/** An issued file and its standing. `_id` is the certificate id that is printed and in the QR code. */
export interface CertificateRecord {
  _id: string;
  tenantId: string;
  studentId: string;
  batchId: string;
  /** Row of the batch. */
  index: number;
  state: CertificateState;
  /** SHA-256 of the whole file, hex. */
  hash: string;
  /** Bytes of the whole file: prefix and tail. */
  size: number;
  pages: number;
  prefix: PrefixRecord;
  pack: PackPlace;
  printed: PrintedFields;
  templateId: string;
  revisionId: string;
  signingCertificateId?: string;
  /** Who vouched for the organization when it was issued. */
  identity?: IssuedIdentity;
  /** Drawn with the batch's row; decides which of two certificates of a student is the newer. */
  issuedAt: Date;
  createdAt: Date;
  replacedBy?: string;
  replacedAt?: Date;
  revokedAt?: Date;
  revokedReason?: string;
  revokedBy?: string;
  /** Known of its file: `missing` until somebody tried to make it again, `lost` for good. Absent: it is there. */
  fileState?: 'missing' | 'lost';
}

export type NewCertificate = Omit<
  CertificateRecord,
  | 'tenantId'
  | 'state'
  | 'createdAt'
  | 'replacedBy'
  | 'replacedAt'
  | 'revokedAt'
  | 'revokedReason'
  | 'revokedBy'
  | 'fileState'
  | 'signingCertificateId'
> & { signingCertificateId?: string | undefined };

/** How a row of `issue` ended: the stored row counts, not what was passed. */
export interface IssuedCertificate {
  certId: string;
  /** `valid`, or `replaced` when a newer one of the same student was faster, or `revoked` meanwhile. */
  state: CertificateState;
  hash: string;
  /** False when a row of this id stood already: its bytes are the ones that count, the caller's pack is not used for it. */
  isNew: boolean;
}

export interface Certificates {
  /**
   * Issues the certificates of a chunk: inserted as prepared, the older valid one of each student replaced, the new one
   * valid, the student's fields; every step conditional, so that running it again, or after a crash between any two
   * steps, ends the same. Every row it answers was acknowledged or read back; throws `unavailable` when one is not
   * there. At most a few hundred rows; one student at most once.
   */
  issue(tenantId: string, rows: readonly NewCertificate[]): Promise<IssuedCertificate[]>;
  /** Takes rows that stand already through the remaining steps. Answers those that came through, as `issue` does. */
  settle(tenantId: string, certIds: readonly string[]): Promise<IssuedCertificate[]>;
  /** Deletes rows that are prepared still, so that they can be issued anew under their ids. Answers how many. */
  deletePrepared(tenantId: string, certIds: readonly string[]): Promise<number>;
  get(tenantId: string, certId: string): Promise<CertificateRecord | null>;
  /** In the order of the ids, unknown ones left out, in whatever state unless `state` is given. */
  getMany(
    tenantId: string,
    certIds: readonly string[],
    options?: { state?: CertificateState | undefined },
  ): Promise<CertificateRecord[]>;
  /** The valid certificates of these students, keyed by student. */
  validOf(tenantId: string, studentIds: readonly string[]): Promise<Map<string, CertificateRecord>>;
  /** Every certificate of a student but prepared ones, newest first. */
  history(tenantId: string, studentId: string): Promise<CertificateRecord[]>;
  /** Revokes a valid or replaced one; revoking twice keeps the first. Throws `issued_not_found`. */
  revoke(
    tenantId: string,
    certId: string,
    by: { userId: string; reason: string },
  ): Promise<CertificateRecord>;
  /** All issued certificates by id, for the export; iterate, never hold. */
  each(tenantId: string): AsyncIterable<CertificateRecord>;
  /** Does a certificate refer to this pack object? For the sweep of orphans. */
  isPackReferenced(tenantId: string, key: string): Promise<boolean>;
  acrossTenants: {
    /** The two public look-ups. A prepared one is found too: whoever shows it must not call it issued. */
    byCertId(certId: string): Promise<CertificateRecord | null>;
    byHash(hash: string): Promise<CertificateRecord | null>;
    /** How many each of these organizations has issued, whatever became of them; those without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /** For the reconciler: finishes rows that stayed prepared longer than `olderThanMs`. Answers how many it moved. */
    finishPrepared(options: { olderThanMs: number; limit?: number; now?: Date }): Promise<number>;
  };
}
