import type { StuckChunk } from '../batches/batches.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';

/** What rows, certificates, students and objects can disagree in. Each has its row in `docs/decisions/batches.md`. */
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

/** One place where the store does not agree with itself. Ids alone: it is logged. */
export interface Gap {
  kind: GapKind;
  tenantId: string;
  batchId?: string;
  index?: number;
  certId?: string;
  studentId?: string;
  key?: string;
  /** False when it was only looked for, or when nothing here can repair it. */
  repaired: boolean;
}

export interface CheckOptions {
  repair: boolean;
  onGap: (gap: Gap) => void;
  now?: Date | undefined;
  /** Certificates younger than this may still be on their way through the steps of issuing, ms (default a minute). */
  quietMs?: number | undefined;
}

/** One run of a walk in bounded memory. */
export interface Run {
  /** Where the next run begins; `null` at the end. */
  next: string | null;
  /** Chunks with rows that were put back: to be enqueued. Who does not is followed by the reconciler. */
  chunks: StuckChunk[];
  looked: number;
}

export interface Soundness {
  acrossTenants: {
    /**
     * For the reconciler: the batches that ended since the last look, each given to one caller, with their rows,
     * certificates and students. A look that dies is repeated by somebody within the hour.
     */
    checkEnded(options: CheckOptions & { atMost: number }): Promise<Run>;
    /**
     * For the reconciler: the next few thousand students and certificates of a round over all of them that goes on
     * where anybody's last look ended. `null` when another process looked less than `everyMs` ago.
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
     * Notes what is known of a certificate's file: `missing` until somebody tried to make it again, `lost` when its
     * bytes cannot be made again; null: it is there.
     */
    setFileState(
      tenantId: string,
      certIds: readonly string[],
      state: 'missing' | 'lost' | null,
    ): Promise<void>;
    /** Certificates whose file is to be made again, at most `limit`. */
    missingFiles(limit: number): Promise<CertificateRecord[]>;
    /** The same bytes stand elsewhere now; `false` when the record changed meanwhile. */
    movePack(certificate: CertificateRecord, pack: CertificateRecord['pack']): Promise<boolean>;
  };
}
