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

/** The result of one row of `issue`: the stored row, not the one that was passed. */
export interface IssuedCertificate {
  certId: string;
  /**
   * `valid`, or `replaced` when a newer one of the same student was issued concurrently, or `revoked` when it was
   * revoked meanwhile.
   */
  state: CertificateState;
  hash: string;
  /** False when a row of this id already existed: its bytes are valid and the caller's pack is not used for it. */
  isNew: boolean;
}

export interface CheckedCertificate {
  certificate: Pick<CertificateRecord, '_id' | 'tenantId' | 'pack'>;
  /** Null when the file could not be checked. */
  check: FileCheck | null;
  dueAt: Date;
}

export interface Certificates {
  /**
   * Issues the certificates of a chunk: inserts them as prepared, replaces the older valid one of each student, makes
   * the new one valid and updates the student. Every step is conditional, so that a retry, also after a crash between
   * any two steps, has the same result. Every returned row was acknowledged or read back; throws `unavailable` when one
   * is missing. At most a few hundred rows; each student at most once.
   *
   * `uncertified` names students who had no certificate when the caller read them. Theirs are inserted as valid, which
   * saves two statements: the unique key refuses the row of a student who has got a valid one meanwhile, which then takes
   * all steps, and the update of the student shows whether a newer one exists.
   *
   * `readAt` holds `updatedAt` of the students as they were read for printing: one that was changed since is compared with
   * what was printed, and is out of date when it differs.
   */
  issue(
    tenantId: string,
    rows: readonly NewCertificate[],
    options?: { uncertified?: ReadonlySet<string>; readAt?: readonly Date[] },
  ): Promise<IssuedCertificate[]>;
  /** Takes existing rows through the remaining steps. Returns those that are no longer prepared, as `issue` does. */
  settle(tenantId: string, certIds: readonly string[]): Promise<IssuedCertificate[]>;
  /** Deletes rows that are still prepared, so that they can be issued again under the same ids. Returns how many. */
  deletePrepared(tenantId: string, certIds: readonly string[]): Promise<number>;
  get(tenantId: string, certId: string): Promise<CertificateRecord | null>;
  /** In the order of the ids; unknown ones are left out. In any state unless `state` is given. */
  getMany(
    tenantId: string,
    certIds: readonly string[],
    options?: { state?: CertificateState | undefined },
  ): Promise<CertificateRecord[]>;
  /** The valid certificates of these students, keyed by student. */
  validOf(tenantId: string, studentIds: readonly string[]): Promise<Map<string, CertificateRecord>>;
  /** Every certificate of a student except prepared ones, newest first. */
  history(tenantId: string, studentId: string): Promise<CertificateRecord[]>;
  /** Revokes a valid or replaced one; idempotent, the first reason is kept. Throws `issued_not_found`. */
  revoke(
    tenantId: string,
    certId: string,
    by: { userId: string; reason: string },
  ): Promise<CertificateRecord>;
  /** All issued certificates by id, for the export; iterate, do not collect them in memory. */
  each(tenantId: string): AsyncIterable<CertificateRecord>;
  acrossTenants: {
    /** Certificates whose file check is due, the most overdue first. */
    filesDue(limit: number, now?: Date): Promise<CertificateRecord[]>;
    /**
     * Stores the results of file checks (or removes the last result when `check` is null) and when the next check is
     * due. Skips records that meanwhile refer to other bytes or whose file is known to be missing. Returns how many
     * were stored.
     */
    keepFileChecks(checked: readonly CheckedCertificate[]): Promise<number>;
    /**
     * The keys of those of these pack objects that certificates refer to, for the sweep of orphans. At most a thousand
     * packs.
     */
    packsReferenced(packs: readonly { tenantId: string; key: string }[]): Promise<Set<string>>;
    /** The two public look-ups. They also return prepared certificates, which the caller must not present as issued. */
    byCertId(certId: string): Promise<CertificateRecord | null>;
    byHash(hash: string): Promise<CertificateRecord | null>;
    /** In any order; unknown ones are left out. */
    byCertIds(certIds: readonly string[]): Promise<CertificateRecord[]>;
    byHashes(hashes: readonly string[]): Promise<CertificateRecord[]>;
    /** The certificates that these ones replaced, oldest first. */
    replacedBy(
      newer: readonly Pick<CertificateRecord, '_id' | 'tenantId' | 'studentId'>[],
    ): Promise<CertificateRecord[]>;
    /** How many certificates each of these organizations has issued, in any state; those without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /**
     * For the reconciler: completes rows that have been prepared longer than `olderThanMs`. Returns how many it found.
     */
    finishPrepared(options: { olderThanMs: number; limit?: number; now?: Date }): Promise<number>;
  };
}
