import type { BatchKind, JobName, JobNameOf, ServiceName } from '@sello/contracts';
import type { BatchCount, Progress } from './progress.ts';
import type { Queue } from './queue.ts';

/** Rows of a batch that are to be worked on by one job. */
export interface BatchChunk {
  tenantId: string;
  batchId: string;
  kind: BatchKind;
  from: number;
  to: number;
}

/** Puts chunks into the queues of their kinds, those of a batch together; a zip is one job whatever the rows. */
export async function enqueueChunks(
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>,
  chunks: readonly BatchChunk[],
): Promise<void> {
  for (const some of Map.groupBy(chunks, ({ batchId }) => batchId).values()) {
    const { tenantId, batchId, kind } = some[0]!;
    if (kind === 'zip') await queue.enqueue('zip', { tenantId, batchId });
    else
      await queue.enqueueAll(
        kind,
        some.map(({ from, to }) => ({ tenantId, batchId, from, to })),
      );
  }
}

/** The kinds of batches that a service works on; their names are those of its jobs. */
export type BatchKindOf<Service extends ServiceName> = Extract<JobNameOf<Service>, BatchKind & JobName>;

export interface ReconcileBatchesContext<Service extends ServiceName> {
  kinds: readonly BatchKindOf<Service>[];
  /** What must be enqueued again, and counts to publish; each batch is looked at by one caller at a time. */
  stuck: (options: {
    kinds: readonly BatchKind[];
  }) => Promise<{ chunks: BatchChunk[]; counts: BatchCount[] }>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  progress: Pick<Progress, 'publish'>;
}

/** Enqueues what no queue holds any more, rows whose wait is over among them, and publishes counts that were lost. */
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
