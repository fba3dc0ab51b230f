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

/** Puts rows of a batch into the queue of its kind; a zip is one job whatever the rows. */
export async function enqueueChunk(
  queue: Pick<Queue, 'enqueue'>,
  { tenantId, batchId, kind, from, to }: BatchChunk,
): Promise<void> {
  if (kind === 'zip') await queue.enqueue('zip', { tenantId, batchId });
  else await queue.enqueue(kind, { tenantId, batchId, from, to });
}

/** The kinds of batches that a service works on; their names are those of its jobs. */
export type BatchKindOf<Service extends ServiceName> = Extract<JobNameOf<Service>, BatchKind & JobName>;

export interface ReconcileBatchesContext<Service extends ServiceName> {
  kinds: readonly BatchKindOf<Service>[];
  /** What must be enqueued again, and counts to publish; each batch is looked at by one caller at a time. */
  stuck: (options: {
    kinds: readonly BatchKind[];
  }) => Promise<{ chunks: BatchChunk[]; counts: BatchCount[] }>;
  queue: Pick<Queue, 'enqueue'>;
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
  for (const chunk of chunks) await enqueueChunk(queue, chunk);
  for (const count of counts) await progress.publish(count);
}
