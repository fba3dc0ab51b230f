import type {
  BatchEvent,
  BatchKind,
  batchEntity,
  batchItemEntity,
  DeliveryState,
  ItemState,
  Language,
  RecordOf,
  RowError,
} from '@sello/contracts';
import type { Page } from '../database/page.ts';

export type BatchSigning = NonNullable<BatchRecord['signing']>;

export type BatchRecord = RecordOf<typeof batchEntity>;

export type BatchDownload = NonNullable<BatchRecord['download']>;

export type BatchItemRecord = RecordOf<typeof batchItemEntity>;

/** A row of a batch to be. One that carries an error is failed from the start. */
export interface NewBatchItem {
  studentId?: string | undefined;
  fullName: string;
  templateId?: string | undefined;
  revisionId?: string | undefined;
  /** zip, email: the certificate. generate: left out, it is drawn here. */
  certId?: string | undefined;
  email?: string | undefined;
  error?: RowError | undefined;
}

export interface NewBatch {
  /** Given by a caller who may have to ask again: a batch of this id that stands is answered, not made twice. */
  _id?: string | undefined;
  kind: BatchKind;
  title: string;
  createdBy: string;
  signing?: BatchSigning | undefined;
  language?: Language | undefined;
  retryOf?: string | undefined;
  items: readonly NewBatchItem[];
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

/** Rows one run holds until the lease ends. */
export interface Claim {
  id: string;
  batchId: string;
  items: BatchItemRecord[];
}

export interface RowOutcome {
  index: number;
  fence: number;
  state: 'done' | 'failed';
  error?: RowError | undefined;
  delivery?: DeliveryState | undefined;
}

/** What a count found. `event` is what to publish; `ended` is true for exactly one caller in a batch's life. */
export interface Count {
  event: BatchEvent;
  changed: boolean;
  ended: boolean;
}

export interface Batches {
  /**
   * Writes the batch and its rows. Until every row stands the batch is invisible to all other functions, and a crash
   * in between leaves nothing but rows that the reconciler removes. A batch whose rows all carry errors has ended.
   */
  create(tenantId: string, batch: NewBatch): Promise<BatchRecord>;
  get(tenantId: string, batchId: string): Promise<BatchRecord | null>;
  /** Newest first. `running` = not ended (or, when false, ended). */
  list(
    tenantId: string,
    query?: { limit?: number | undefined; cursor?: string | undefined; running?: boolean | undefined },
  ): Promise<Page<BatchRecord>>;
  /** Rows in order. Without `limit` all of them. */
  items(
    tenantId: string,
    batchId: string,
    query?: { state?: ItemState | undefined; limit?: number | undefined; cursor?: string | undefined },
  ): Promise<{ items: BatchItemRecord[]; nextCursor: string | null }>;

  /**
   * Hands out the next chunks that no queue has seen yet, each exactly once, at most so many. A run that is through with
   * its chunk says where that ended (`past`): then no more is handed out than so many chunks beyond it, however often it
   * asks. With `enqueue` the chunks are enqueued before they count as handed out: a process that dies in between, or a
   * queue that cannot be reached, leaves them to the next who asks, and two who ask at once may both enqueue them. Empty
   * when there are none or the batch was cancelled. Zip batches have a single chunk: all rows.
   */
  nextChunks(
    tenantId: string,
    batchId: string,
    atMost: number,
    options?: { past?: number; enqueue?: (chunks: readonly ChunkRange[]) => Promise<void> },
  ): Promise<ChunkRange[]>;
  /** Claims the free rows of a range: queued, or running with a lease that ran out. Racing claims never share a row. */
  claim(
    tenantId: string,
    batchId: string,
    range: ChunkRange,
    options: { owner: string; leaseMs: number; now?: Date },
  ): Promise<Claim>;
  /** ms until the last lease that another claim holds on rows of a range has run out; 0 when nobody holds any. */
  heldFor(tenantId: string, batchId: string, range: ChunkRange, now?: Date): Promise<number>;
  /** Extends the lease of what the claim still holds; answers how many rows that is. */
  renew(tenantId: string, claim: Claim, leaseMs: number, now?: Date): Promise<number>;
  /** Writes outcomes in one go. A row that another claim took meanwhile is refused and its state stays. */
  finish(
    tenantId: string,
    batchId: string,
    outcomes: readonly RowOutcome[],
  ): Promise<{ held: number; refused: number }>;
  /**
   * Hands rows back to the queue. `now`: a draining worker, the claim does not count as an attempt. A Date: try again
   * then, at the earliest; the attempt counts. Stale fences are refused. Answers how many went back.
   */
  release(
    tenantId: string,
    batchId: string,
    rows: readonly { index: number; fence: number }[],
    again: 'now' | Date,
  ): Promise<number>;
  /** Fails the rows of a range that nobody holds and that are not final: the last word of a job's `giveUp`. */
  failUnfinished(
    tenantId: string,
    batchId: string,
    range: ChunkRange,
    error: RowError,
    options?: { minAttempts?: number; now?: Date },
  ): Promise<number>;

  /**
   * Counts the rows, writes the counts to the batch, bumps `rev` when something changed, marks it running with the
   * first row that started, and ends it exactly once when every row is final (a zip only with its file, or with
   * nothing in it). Throws `batch_not_found`.
   */
  count(tenantId: string, batchId: string): Promise<Count>;
  /** Queued rows are cancelled at once, running ones end as they end. Throws `batch_not_found`, `batch_not_running`. */
  cancel(tenantId: string, batchId: string): Promise<Count>;
  /**
   * The rows that failed, as a batch to `create`. Throws `batch_not_found`, `batch_still_running`,
   * `batch_nothing_to_retry`. The caller decides on `createdBy` and, for generate, may pin newer revisions.
   */
  retryInput(
    tenantId: string,
    batchId: string,
  ): Promise<Omit<NewBatch, '_id' | 'createdBy' | 'items'> & { items: NewBatchItem[] }>;

  /** The newest batch that tries this one again; a cancelled one does so no more. */
  retryOf(tenantId: string, batchId: string): Promise<BatchRecord | null>;

  /**
   * A job that works on a batch as one piece (zip) leases the batch instead of its rows. `null` when somebody else
   * does or the batch has ended. Taking it starts over: every row that is not failed is queued again.
   */
  takeBatchLease(
    tenantId: string,
    batchId: string,
    options: { owner: string; leaseMs: number; now?: Date },
  ): Promise<{ fence: number; batch: BatchRecord } | null>;
  /** `false`: somebody else took it over; stop. */
  renewBatchLease(
    tenantId: string,
    batchId: string,
    fence: number,
    leaseMs: number,
    now?: Date,
  ): Promise<boolean>;
  /** Outcomes of rows under the batch lease; 0 when it was lost. */
  finishUnderBatchLease(
    tenantId: string,
    batchId: string,
    fence: number,
    outcomes: readonly Omit<RowOutcome, 'fence'>[],
  ): Promise<number>;
  /** Notes the finished file and lets the hold go; `false` when the hold was lost (the object is an orphan then). */
  setDownload(tenantId: string, batchId: string, fence: number, download: BatchDownload): Promise<boolean>;
  /** A draining worker ends its batch lease at once. */
  releaseBatchLease(tenantId: string, batchId: string, fence: number): Promise<boolean>;

  acrossTenants: {
    /**
     * For the reconciler of one queue: what must be enqueued again, and counts to publish. Each batch is looked at by
     * one caller per `everyMs`. Also removes what a crashed `create` left and ends batches whose last count was lost.
     */
    stuck(options: {
      kinds: readonly BatchKind[];
      /** `limits.reconcileMs` when left out. */
      everyMs?: number;
      now?: Date;
    }): Promise<{ chunks: StuckChunk[]; counts: Count[] }>;
    /** Files of zips whose time is over: delete the object, then call `forget`. */
    expiredDownloads(now?: Date): Promise<{ tenantId: string; batchId: string; key: string }[]>;
    forgetDownload(batchId: string, key: string): Promise<void>;
  };
}
