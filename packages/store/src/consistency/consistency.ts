import type { StuckChunk } from '../batches/batches.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';

/**
 * The kinds of inconsistency between rows, certificates, students and objects. Each is described in the table of
 * `docs/decisions/batches.md`.
 */
export const gapKinds = [
  'row-without-certificate',
  'row-not-done',
  'row-missing',
  'row-open',
  'rows-without-batch',
  'batch-counts',
  'certificate-unfinished',
  'certificate-superseded',
  'revocation-lost',
  'successor-missing',
  'student-not-given',
  'student-without-certificate',
  'student-certification',
  'prefix-missing',
  'file-missing',
] as const;
export type GapKind = (typeof gapKinds)[number];

/** One inconsistency in the store. Contains ids only, because it is logged. */
export interface Gap {
  kind: GapKind;
  tenantId: string;
  batchId?: string;
  index?: number;
  certId?: string;
  studentId?: string;
  key?: string;
  /** False when the run only checked, or when the gap cannot be repaired here. */
  repaired: boolean;
}

export interface CheckOptions {
  repair: boolean;
  onGap: (gap: Gap) => void;
  now?: Date | undefined;
  /** Certificates younger than this may still be in the steps of issuing, ms (default 60,000). */
  quietMs?: number | undefined;
}

/** The result of one page of a scan; pages keep the memory bounded. */
export interface Run {
  /** Where the next page begins; `null` at the end. */
  next: string | null;
  /** Chunks with rows that were queued again, to be enqueued; otherwise the reconciler enqueues them. */
  chunks: StuckChunk[];
  checked: number;
  /** How many students were from before the field `certification`. */
  filled?: number;
}

export interface Consistency {
  acrossTenants: {
    /**
     * For the reconciler: checks the batches that ended since the last check, each by one caller, with their rows,
     * certificates and students. A check whose process crashes is repeated after an hour.
     */
    checkEnded(options: CheckOptions & { atMost: number }): Promise<Run>;
    /**
     * For the reconciler: checks the next 1,000 students and the next 1,000 certificates of two scans, each from where
     * the last check of any process ended. `null` when another process checked less than `everyMs` ago. Students from
     * before the field `certification` are not waited for: pages that have any are followed by the next at once.
     */
    checkNext(options: CheckOptions & { everyMs: number }): Promise<Run | null>;
    /** Checks batches and their rows in the order of their ids, after `after` ('' at first). */
    checkBatches(after: string, options: CheckOptions): Promise<Run>;
    /** Deletes rows whose batch does not exist. */
    checkRowsWithoutBatch(after: string, options: CheckOptions): Promise<Run>;
    checkCertificates(after: string, options: CheckOptions): Promise<Run>;
    checkStudents(after: string, options: CheckOptions): Promise<Run>;

    /** Every certificate of a tenant, grouped by pack object. */
    packs(tenantId: string): AsyncIterable<CertificateRecord[]>;
    /**
     * Stores the state of a certificate's file: `missing` until its bytes are rebuilt or found to be `lost`; null when
     * the file exists.
     */
    setFileState(
      tenantId: string,
      certIds: readonly string[],
      state: 'missing' | 'lost' | null,
    ): Promise<void>;
    /** Certificates whose file must be rebuilt, at most `limit`. */
    missingFiles(limit: number): Promise<CertificateRecord[]>;
    /** Stores the new location of the same bytes; `false` when the record changed meanwhile. */
    movePack(certificate: CertificateRecord, pack: CertificateRecord['pack']): Promise<boolean>;
  };
}
