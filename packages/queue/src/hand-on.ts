import type { JobData } from '@sello/contracts';
import type { Progress } from './progress.ts';
import type { Queue } from './queue.ts';

export type ChunkJob = 'generate' | 'email';

export interface HandOnParts {
  /** Hands out chunks that no queue has seen yet, each once. */
  nextChunks: (tenantId: string, batchId: string, atMost: number) => Promise<{ from: number; to: number }[]>;
  queue: Pick<Queue, 'enqueue'>;
  progress: Progress;
}

/**
 * Makes what a chunk does at its end: one that has won rows enqueues the next, so that a batch never has more in the
 * queue than it began with; where nothing follows, the batch is counted. The batch never waits for this: a chunk lost
 * here is enqueued by the reconciler.
 */
export function createHandOn(
  name: ChunkJob,
  { nextChunks, queue, progress }: HandOnParts,
): (chunk: JobData<ChunkJob>, hasWon: boolean) => Promise<void> {
  return async ({ tenantId, batchId }, hasWon) => {
    const next = hasWon ? await nextChunks(tenantId, batchId, 1) : [];
    for (const chunk of next) await queue.enqueue(name, { tenantId, batchId, ...chunk });
    if (next.length > 0) progress.touch(tenantId, batchId);
    else await progress.settle(tenantId, batchId);
  };
}
