import type { RowError } from '@sello/contracts';

/** The jobs whose data is a chunk: rows of a batch with `from <= index < to`. */
export type ChunkJobName = 'generate' | 'email';

/** A row under a lease. Only the claim that knows its fence may write it. */
export interface HeldRow {
  index: number;
  fence: number;
}

/** What of a batch never changes while it runs: it is read once, and kept. */
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

/** What the frame needs of the rows of batches; the store's `batches` is one. */
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
  finish(tenantId: string, batchId: string, outcomes: readonly Outcome[]): Promise<{ refused: number }>;
  release(tenantId: string, batchId: string, rows: readonly HeldRow[], again: 'now' | Date): Promise<number>;
  failUnfinished(tenantId: string, batchId: string, range: RowRange, error: RowError): Promise<number>;
  nextChunks(
    tenantId: string,
    batchId: string,
    atMost: number,
    options: { past: number; enqueue: (chunks: readonly RowRange[]) => Promise<void> },
  ): Promise<RowRange[]>;
}

/** Rows that this run holds, with their batch. */
export interface ClaimedChunk<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  batch: Batch;
  claim: ChunkClaim<Row>;
  /** Aborted when the service drains or the lease was lost: begin no further row. */
  signal: AbortSignal;
  /** Writes outcomes; a row that another claim took meanwhile is refused. */
  finish(outcomes: readonly Outcome[]): Promise<{ refused: number }>;
  /** Puts a row back, to be tried again at that moment at the earliest. */
  putBack(row: HeldRow, again: Date): Promise<void>;
}

/** What one kind of chunk job is about. */
export interface ChunkWork<Batch extends SizedBatch, Row extends HeldRow, Outcome extends HeldRow> {
  /**
   * Works on claimed rows. Those that it neither finishes nor puts back are free again when it ends, and the job comes
   * back for them after the ms answered (at once without). Throws faults: the job tries again.
   */
  work(chunk: ClaimedChunk<Batch, Row, Outcome>): Promise<number | undefined>;
  /** Asked before rows are claimed: ms to wait while nothing may be worked on, which count as no try. */
  waitBefore?(): Promise<number | undefined>;
  /** ms to wait after a fault that counts as no try. */
  waitAfter?(fault: unknown): number | undefined;
  /** Whether rows that a fault kept back have had an attempt. */
  faultIsAttempt: boolean;
}
