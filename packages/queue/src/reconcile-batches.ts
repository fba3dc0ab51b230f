import {
  type BatchKind,
  isArchiveKind,
  type JobName,
  type JobNameOf,
  type ServiceName,
} from '@sello/contracts';
import type { BatchCount, Progress } from './progress.ts';
import type { Queue } from './queue.ts';

/** Rows of a batch for one job: `from <= index < to`. */
export interface BatchChunk {
  tenantId: string;
  batchId: string;
  kind: BatchKind;
  from: number;
  to: number;
}

/** Enqueues chunks by the kind of their batch, all chunks of a batch together. A zip or an export is always one job. */
export async function enqueueChunks(
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>,
  chunks: readonly BatchChunk[],
): Promise<void> {
  for (const some of Map.groupBy(chunks, ({ batchId }) => batchId).values()) {
    const { tenantId, batchId, kind } = some[0]!;
    if (isArchiveKind(kind)) await queue.enqueue(kind, { tenantId, batchId });
    else
      await queue.enqueueAll(
        kind,
        some.map(({ from, to }) => ({ tenantId, batchId, from, to })),
      );
  }
}

/** Enqueues the first chunks of a new batch: as many as its workers can start at once. */
export async function enqueueFirst(
  queue: Pick<Queue, 'enqueue' | 'enqueueAll' | 'chunksAhead'>,
  next: (
    tenantId: string,
    batchId: string,
    atMost: number,
  ) => Promise<readonly { from: number; to: number }[]>,
  { tenantId, batchId, kind }: Omit<BatchChunk, 'from' | 'to'>,
): Promise<void> {
  const ahead = isArchiveKind(kind) ? 1 : await queue.chunksAhead(kind);
  const chunks = await next(tenantId, batchId, ahead);
  await enqueueChunks(
    queue,
    chunks.map((chunk) => ({ tenantId, batchId, kind, ...chunk })),
  );
}

/** The kinds of batches that a service works on; a kind has the name of its job. */
export type BatchKindOf<Service extends ServiceName> = Extract<JobNameOf<Service>, BatchKind & JobName>;

export interface ReconcileBatchesContext<Service extends ServiceName> {
  kinds: readonly BatchKindOf<Service>[];
  /** Finds chunks to enqueue again and counts to publish. Each batch is examined by one caller at a time. */
  stuck: (options: {
    kinds: readonly BatchKind[];
  }) => Promise<{ chunks: BatchChunk[]; counts: BatchCount[] }>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  progress: Pick<Progress, 'publish'>;
}

/** Enqueues again what the queue has lost and rows whose retry is due, and publishes counts that were not published. */
export async function reconcileBatches<Service extends ServiceName>({
  kinds,
  stuck,
  queue,
  progress,
}: ReconcileBatchesContext<Service>): Promise<void> {
  const { chunks, counts } = await stuck({ kinds });
  await enqueueChunks(queue, chunks);
  for (const count of counts) await progress.publish(count);
}
