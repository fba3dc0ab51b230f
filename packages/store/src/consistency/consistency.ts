import type { StuckChunk } from '../batches/batches.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';

/**
 * The kinds of disagreement between rows, certificates, students and objects. Each has its row in
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
  'prefix-missing',
  'file-missing',
] as const;
export type GapKind = (typeof gapKinds)[number];

/** One inconsistency in the store. Ids only, because it is logged. */
export interface Gap {
  kind: GapKind;
  tenantId: string;
  batchId?: string;
  index?: number;
  certId?: string;
  studentId?: string;
  key?: string;
  /** False when the run only checked, or when it cannot be repaired here. */
  repaired: boolean;
}

export interface CheckOptions {
  repair: boolean;
  onGap: (gap: Gap) => void;
  now?: Date | undefined;
  /** Certificates younger than this may still be in the steps of issuing, ms (default a minute). */
  quietMs?: number | undefined;
}

/** One run of a scan in bounded memory. */
export interface Run {
  /** Where the next run begins; `null` at the end. */
  next: string | null;
  /** Chunks with rows that were put back, to be enqueued; otherwise the reconciler enqueues them. */
  chunks: StuckChunk[];
  checked: number;
}

export interface Consistency {
  acrossTenants: {
    /**
     * For the reconciler: checks the batches that ended since the last check, each by one caller, with their rows,
     * certificates and students. A check whose process dies is repeated within the hour.
     */
    checkEnded(options: CheckOptions & { atMost: number }): Promise<Run>;
    /**
     * For the reconciler: checks the next few thousand students and certificates of a scan over all of them, which
     * continues where the last check of any process ended. `null` when another process checked less than `everyMs` ago.
     */
    checkNext(options: CheckOptions & { everyMs: number }): Promise<Run | null>;
    /** Batches and their rows, by id from `after` ('' first). */
    checkBatches(after: string, options: CheckOptions): Promise<Run>;
    /** Rows whose batch is not there. */
    checkRowsWithoutBatch(after: string, options: CheckOptions): Promise<Run>;
    checkCertificates(after: string, options: CheckOptions): Promise<Run>;
    checkStudents(after: string, options: CheckOptions): Promise<Run>;

    /** Every certificate of a tenant in groups that share a pack object, pack by pack. */
    packs(tenantId: string): AsyncIterable<CertificateRecord[]>;
    /**
     * Stores the state of a certificate's file: `missing` until its bytes were rebuilt or found to be `lost`; null = it
     * is there.
     */
    setFileState(
      tenantId: string,
      certIds: readonly string[],
      state: 'missing' | 'lost' | null,
    ): Promise<void>;
    /** Certificates whose file is to be made again, at most `limit`. */
    missingFiles(limit: number): Promise<CertificateRecord[]>;
    /** Stores the new place of the same bytes; `false` when the record changed meanwhile. */
    movePack(certificate: CertificateRecord, pack: CertificateRecord['pack']): Promise<boolean>;
  };
}
