import type { CertificateState, certificateEntity, FileCheck, RecordOf } from '@sello/contracts';

export type PrintedFields = CertificateRecord['printed'];

export type IssuedIdentity = NonNullable<CertificateRecord['identity']>;

export type PackPlace = CertificateRecord['pack'];

export type CertificateRecord = RecordOf<typeof certificateEntity>;

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
  | 'fileCheck'
  | 'fileDueAt'
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

export interface CheckedCertificate {
  certificate: Pick<CertificateRecord, '_id' | 'tenantId' | 'pack'>;
  /** Null: nothing may be said of the file. */
  check: FileCheck | null;
  dueAt: Date;
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
  acrossTenants: {
    /** Certificates whose file is to be checked, the longest due first. */
    filesDue(limit: number, now?: Date): Promise<CertificateRecord[]>;
    /**
     * Keeps what checks of files found, or forgets what the last ones found, and says when the next are due. Records
     * that name other bytes by now, or whose file is known not to be there, stay as they are. Answers how many were kept.
     */
    keepFileChecks(checked: readonly CheckedCertificate[]): Promise<number>;
    /** The keys of those of these pack objects that certificates refer to, for the sweep of orphans. At most a thousand. */
    packsReferenced(packs: readonly { tenantId: string; key: string }[]): Promise<Set<string>>;
    /** The two public look-ups. A prepared one is found too: whoever shows it must not call it issued. */
    byCertId(certId: string): Promise<CertificateRecord | null>;
    byHash(hash: string): Promise<CertificateRecord | null>;
    /** Several at once, in any order; unknown ones are left out. */
    byCertIds(certIds: readonly string[]): Promise<CertificateRecord[]>;
    byHashes(hashes: readonly string[]): Promise<CertificateRecord[]>;
    /** How many each of these organizations has issued, whatever became of them; those without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /** For the reconciler: finishes rows that stayed prepared longer than `olderThanMs`. Answers how many it moved. */
    finishPrepared(options: { olderThanMs: number; limit?: number; now?: Date }): Promise<number>;
  };
}
