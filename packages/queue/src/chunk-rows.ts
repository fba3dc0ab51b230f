import type { RowError } from '@sello/contracts';

const chunkJobNames = ['generate', 'email', 'import'] as const;
/** The jobs whose data is a chunk: rows of a batch with `from <= index < to`. */
export type ChunkJobName = (typeof chunkJobNames)[number];

export const isChunkJob = (name: string): boolean => chunkJobNames.some((one) => one === name);

/** A row under a lease. Only the claim that has its fence (a fencing token) may write it. */
export interface HeldRow {
  index: number;
  fence: number;
  /** Claims since a worker last released it, this one included. */
  unreleased?: number | undefined;
  /** How often a process ended that worked on it and on nothing else. */
  endedAlone?: number | undefined;
}

/** The outcome of a row that `chunkJob` fails. */
export interface FailedRow extends Pick<HeldRow, 'index' | 'fence'> {
  state: 'failed';
  error: RowError;
}

/** The fields of a batch that never change while it runs, so that they can be cached. */
export interface SizedBatch {
  /** Rows. */
  total: number;
}

/** Rows with `from <= index < to`. */
export interface RowRange {
  from: number;
  to: number;
}

export interface ChunkClaim<Row> {
  id: string;
  batchId: string;
  items: Row[];
}

/** What `chunkJob` needs of the rows of batches; `batches` of the store implements it. */
export interface ChunkRows<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  get(tenantId: string, batchId: string): Promise<Batch | null>;
  claim(
    tenantId: string,
    batchId: string,
    range: RowRange,
    options: { owner: string; leaseMs: number },
  ): Promise<ChunkClaim<Row>>;
  heldFor(tenantId: string, batchId: string, range: RowRange): Promise<number>;
  renew(tenantId: string, claim: ChunkClaim<Row>, leaseMs: number): Promise<number>;
  finish(
    tenantId: string,
    batchId: string,
    outcomes: readonly (Outcome | FailedRow)[],
  ): Promise<{ refused: number }>;
  beginAlone(tenantId: string, batchId: string, row: HeldRow): Promise<boolean>;
  survivedAlone(tenantId: string, batchId: string, row: HeldRow): Promise<void>;
  release(tenantId: string, batchId: string, rows: readonly HeldRow[], again: 'now' | Date): Promise<number>;
  failUnfinished(tenantId: string, batchId: string, range: RowRange, error: RowError): Promise<number>;
  nextChunks(
    tenantId: string,
    batchId: string,
    atMost: number,
    options: { past: number; enqueue: (chunks: readonly RowRange[]) => Promise<void> },
  ): Promise<RowRange[]>;
}

/** The rows that a run has claimed, with their batch. */
export interface ClaimedChunk<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  batch: Batch;
  claim: ChunkClaim<Row>;
  /** Aborted when the service drains or the lease is lost: start no further row. */
  signal: AbortSignal;
  /**
   * Call it when only writing is left to do for these rows: if none is left after them, the next chunks are enqueued
   * meanwhile, instead of when `finish` is called. Does not throw.
   */
  willFinish(rows: readonly HeldRow[]): void;
  /** Writes outcomes. A row that another claim took meanwhile is refused. */
  finish(outcomes: readonly Outcome[]): Promise<{ refused: number }>;
  /** Releases a row, to be retried at `again` at the earliest. */
  putBack(row: HeldRow, again: Date): Promise<void>;
}

/** What differs between the kinds of chunk jobs. */
export interface ChunkWork<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  /**
   * Works on claimed rows. Rows that it neither finishes nor puts back are released when it returns, and the job runs
   * again for them after the returned ms (at once when undefined). A fault that it throws fails the attempt.
   */
  work(chunk: ClaimedChunk<Batch, Row, Outcome>): Promise<number | undefined>;
  /** Called before rows of a batch are claimed. Returns ms to wait when the job may not work now; the wait is not a failed attempt. */
  waitBefore?(batchId: string): Promise<number | undefined>;
  /** ms to wait after a fault that is no failed attempt, of the job or of its rows; undefined for every other fault. */
  waitAfter?(fault: unknown): number | undefined;
  /** Whether any other fault counts as an attempt of the rows that are left. */
  faultIsAttempt: boolean;
  /** Called with each row that fails because it has ended processes. */
  onEndedWorker?(outcome: FailedRow): void;
}
