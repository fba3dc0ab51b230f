import type {
  BatchEvent,
  BatchFilterState,
  BatchKind,
  batchEntity,
  batchItemEntity,
  DeliveryState,
  EmailOutcome,
  ErrorCode,
  ImportOutcome,
  ItemState,
  Language,
  RecordOf,
  RowError,
} from '@sello/contracts';
import type { Page } from '../database/page.ts';
import type { StudentRecord } from '../students/students.ts';

export type BatchSigning = NonNullable<BatchRecord['signing']>;

export type BatchRecord = RecordOf<typeof batchEntity>;

export type BatchDownload = NonNullable<BatchRecord['download']>;

export type BatchItemRecord = RecordOf<typeof batchItemEntity>;

/** A row of a batch to create. A row with an error is stored as failed. */
export interface NewBatchItem {
  studentId?: string | undefined;
  fullName: string;
  templateId?: string | undefined;
  revisionId?: string | undefined;
  /** zip, email: the certificate. generate: omitted, because `create` generates it. */
  certId?: string | undefined;
  email?: string | undefined;
  /** import: the number that a spreadsheet shows. */
  row?: number | undefined;
  error?: RowError | undefined;
}

export interface NewBatch {
  /** Given by a caller that may retry: an existing batch of this id is returned. */
  _id?: string | undefined;
  kind: BatchKind;
  title: string;
  createdBy: string;
  signing?: BatchSigning | undefined;
  /** generate: values of the variables `batch.…`, by their names without the prefix. */
  values?: Readonly<Record<string, string>> | undefined;
  language?: Language | undefined;
  retryOf?: string | undefined;
  /** generate: what follows when it has ended. */
  afterwards?: BatchRecord['afterwards'] | undefined;
  /** email: the batch that it follows. */
  after?: string | undefined;
  /** import: the file. */
  source?: BatchRecord['source'] | undefined;
  items: readonly NewBatchItem[];
  /**
   * The rows may be others when the request is repeated: what an interrupted attempt wrote is deleted first. Throws
   * `unavailable` when that attempt is still writing.
   */
  isResolvedAnew?: boolean | undefined;
}

/** Rows with `from <= index < to`, ready to be a job's data. */
export interface ChunkRange {
  from: number;
  to: number;
}
export interface StuckChunk extends ChunkRange {
  tenantId: string;
  batchId: string;
  kind: BatchKind;
}

/** A claimed row with its student; without one that was deleted meanwhile. */
export type ClaimedStudentRow = BatchItemRecord & { student: StudentRecord | undefined };

/** Rows that one worker holds until the lease expires. */
export interface Claim<Row extends BatchItemRecord = BatchItemRecord> {
  id: string;
  batchId: string;
  items: Row[];
}

export interface RowOutcome {
  index: number;
  fence: number;
  state: 'done' | 'failed';
  error?: RowError | undefined;
  delivery?: DeliveryState | undefined;
  /** import */
  outcome?: ImportOutcome | undefined;
}

/** The result of a count. `event` is the event to publish; `ended` is true for exactly one caller per batch. */
export interface Count {
  event: BatchEvent;
  changed: boolean;
  ended: boolean;
}

export interface Batches {
  /**
   * Creates the batch and its rows. The batch is invisible to all other functions until every row is written; after a
   * crash in between, the reconciler deletes the rows. A batch whose rows all carry errors is ended at once.
   */
  create(tenantId: string, batch: NewBatch): Promise<BatchRecord>;
  get(tenantId: string, batchId: string): Promise<BatchRecord | null>;
  /** Newest first. `running` = not ended (or, when false, ended). */
  list(
    tenantId: string,
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
      running?: boolean | undefined;
      /** Default: all of them. */
      kinds?: readonly BatchKind[] | undefined;
      state?: BatchFilterState | undefined;
      createdBy?: string | undefined;
      /** Started at or after the first moment and before the second. */
      from?: Date | undefined;
      before?: Date | undefined;
    },
  ): Promise<Page<BatchRecord>>;
  /** The newest batch that issued with a template, cancelled or not; `null` before the first one. */
  lastOf(tenantId: string, templateId: string): Promise<BatchRecord | null>;
  /** When the first batch of these kinds was started, and who has started any, by user id. */
  starts(
    tenantId: string,
    kinds: readonly BatchKind[],
  ): Promise<{ since: Date | undefined; createdBy: string[] }>;
  /** How many rows of each of these batches failed with one of these errors; batches without are left out. */
  failedWith(
    tenantId: string,
    batchIds: readonly string[],
    codes: readonly ErrorCode[],
  ): Promise<Map<string, number>>;
  /** How many rows of each of these e-mail batches have an unknown outcome; batches without are left out. */
  unknownOf(tenantId: string, batchIds: readonly string[]): Promise<Map<string, number>>;
  /** Rows in order, those of `indexes` or of the `outcome` of an e-mail if given. Without `limit` all of them. */
  items(
    tenantId: string,
    batchId: string,
    query?: {
      state?: ItemState | undefined;
      outcome?: EmailOutcome | undefined;
      indexes?: readonly number[] | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    },
  ): Promise<{ items: BatchItemRecord[]; nextCursor: string | null }>;

  /**
   * Returns the next chunks that are not in the queue yet, each exactly once, at most `atMost`. A worker that has
   * finished its chunk passes the end of that chunk as `past`: then no row beyond `past` plus `atMost` chunks is
   * returned, however often it calls. With `enqueue` the chunks are enqueued before they count as returned: if the
   * process crashes in between, or the queue is unavailable, the next caller gets them, and two concurrent callers may
   * both enqueue them. Empty when there are none or the batch was cancelled. A zip batch has a single chunk of all
   * rows.
   */
  nextChunks(
    tenantId: string,
    batchId: string,
    atMost: number,
    options?: { past?: number; enqueue?: (chunks: readonly ChunkRange[]) => Promise<void> },
  ): Promise<ChunkRange[]>;
  /** Claims the free rows of a range: queued, or running with an expired lease. Concurrent claims never share a row. */
  claim(
    tenantId: string,
    batchId: string,
    range: ChunkRange,
    options: { owner: string; leaseMs: number; now?: Date },
  ): Promise<Claim>;
  /** The same; each row comes with its student as it is at this moment. */
  claimWithStudents(
    tenantId: string,
    batchId: string,
    range: ChunkRange,
    options: { owner: string; leaseMs: number; now?: Date },
  ): Promise<Claim<ClaimedStudentRow>>;
  /** Time until the last lease on rows of a range expires, ms; 0 when none is held. */
  heldFor(tenantId: string, batchId: string, range: ChunkRange, now?: Date): Promise<number>;
  /** Extends the lease of the rows that the claim still holds; returns their number. */
  renew(tenantId: string, claim: Claim, leaseMs: number, now?: Date): Promise<number>;
  /** Writes outcomes in one bulk. The outcome of a row that another claim has taken since is refused. */
  finish(
    tenantId: string,
    batchId: string,
    outcomes: readonly RowOutcome[],
  ): Promise<{ held: number; refused: number }>;
  /**
   * Releases rows. `now`: for a worker that drains; it is as if they had not been claimed. A Date: not to be claimed
   * before that time; the attempt counts, and the process lived through it. Outdated fencing tokens are refused. Returns how many were released.
   */
  release(
    tenantId: string,
    batchId: string,
    rows: readonly { index: number; fence: number }[],
    again: 'now' | Date,
  ): Promise<number>;
  /**
   * Counts, before a process works on a claimed row and on nothing else, that this ends the process. False when the row
   * is not the claim's any more.
   */
  beginAlone(
    tenantId: string,
    batchId: string,
    row: { index: number; fence: number; endedAlone?: number | undefined },
  ): Promise<boolean>;
  /**
   * Takes back what `beginAlone` counted for the same row. It may have been claimed again meanwhile, by a worker that took
   * this process for dead.
   */
  survivedAlone(
    tenantId: string,
    batchId: string,
    row: { index: number; endedAlone?: number | undefined },
  ): Promise<void>;
  /** Fails the rows of a range that are neither leased nor final, for a job's `giveUp`. */
  failUnfinished(
    tenantId: string,
    batchId: string,
    range: ChunkRange,
    error: RowError,
    options?: { minAttempts?: number; now?: Date },
  ): Promise<number>;

  /**
   * Counts the rows, writes the counts to the batch, increments `rev` when they changed, marks the batch as running
   * with the first row that started, and ends it exactly once when every row is final (a zip only when it has its file,
   * or no row is done). Throws `batch_not_found`.
   */
  count(tenantId: string, batchId: string): Promise<Count>;
  /**
   * The batch, for the one caller of all that makes what follows it; `null` when nothing is to be made, or somebody else is
   * making it. Whoever has not called `endAfterwards` within `leaseMs` gives way to the next caller.
   */
  takeAfterwards(
    tenantId: string,
    batchId: string,
    options: { leaseMs: number; now?: Date },
  ): Promise<BatchRecord | null>;
  /**
   * Moves the end of a lease that `takeAfterwards` gave and that ends at `from`: later while its holder works, to now when it
   * has failed. False when the lease is not the caller's any more.
   */
  moveAfterwards(tenantId: string, batchId: string, lease: { from: Date; to: Date }): Promise<boolean>;
  /** What follows the batch is made. */
  endAfterwards(tenantId: string, batchId: string): Promise<void>;
  /** Cancels queued rows at once; running ones finish. Nothing follows the batch then. Throws `batch_not_found`, `batch_not_running`. */
  cancel(tenantId: string, batchId: string): Promise<Count>;
  /**
   * The failed rows as the input of `create`, without those that failed with an error of `except`. Throws
   * `batch_not_found`, `batch_still_running`, `batch_nothing_to_retry`. The caller sets `createdBy` and, for generate, may pin newer revisions.
   */
  retryInput(
    tenantId: string,
    batchId: string,
    except?: readonly ErrorCode[],
  ): Promise<Omit<NewBatch, '_id' | 'createdBy' | 'items'> & { items: NewBatchItem[] }>;

  /** import: how many rows have had each outcome. */
  outcomes(tenantId: string, batchId: string): Promise<Partial<Record<ImportOutcome, number>>>;

  /** The newest batch that retries this one, cancelled ones excluded. */
  retryOf(tenantId: string, batchId: string): Promise<BatchRecord | null>;

  /**
   * Leases the whole batch instead of its rows, for a job that processes it as one piece (zip). `null` when another job
   * holds the lease, or when the batch has ended, was cancelled or has its file. Taking it again starts over: every
   * queued, running or done row is queued again.
   */
  takeBatchLease(
    tenantId: string,
    batchId: string,
    options: { owner: string; leaseMs: number; now?: Date },
  ): Promise<{ fence: number; batch: BatchRecord } | null>;
  /** `false` when the lease was lost: the job must stop. */
  renewBatchLease(
    tenantId: string,
    batchId: string,
    fence: number,
    leaseMs: number,
    now?: Date,
  ): Promise<boolean>;
  /** Writes outcomes of rows under the batch lease. Returns how many were written; 0 when the lease was lost. */
  finishUnderBatchLease(
    tenantId: string,
    batchId: string,
    fence: number,
    outcomes: readonly Omit<RowOutcome, 'fence'>[],
  ): Promise<number>;
  /**
   * Stores the finished file; `false` when the lease was lost or the batch was cancelled (the object is an orphan
   * then).
   */
  setDownload(tenantId: string, batchId: string, fence: number, download: BatchDownload): Promise<boolean>;
  /** Releases the batch lease at once, for a worker that drains; `false` when it was lost. */
  releaseBatchLease(tenantId: string, batchId: string, fence: number): Promise<boolean>;

  acrossTenants: {
    /**
     * For the reconciler of one queue: the chunks that must be enqueued again, and counts to publish. Each batch is
     * checked by one caller per `everyMs`. Also deletes the rows of a `create` that crashed, and ends batches whose
     * last count was lost.
     */
    stuck(options: {
      kinds: readonly BatchKind[];
      /** Default `times.reconcileMs`. */
      everyMs?: number;
      now?: Date;
    }): Promise<{ chunks: StuckChunk[]; counts: Count[] }>;
    /** Ended batches that something follows which nobody is making: `takeAfterwards` gives each to one caller. */
    afterwardsDue(now?: Date): Promise<{ tenantId: string; batchId: string }[]>;
    /** Zip files that have expired: delete the object, then call `forgetDownload`. */
    expiredDownloads(now?: Date): Promise<{ tenantId: string; batchId: string; key: string }[]>;
    forgetDownload(batchId: string, key: string): Promise<void>;
  };
}
