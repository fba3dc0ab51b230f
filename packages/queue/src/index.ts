export {
  type ChunkJobContext,
  type ChunkJobName,
  type ChunkRows,
  type ClaimedChunk,
  chunkJob,
} from './chunk-job.ts';
export type { EnqueueOptions } from './enqueue.ts';
export type { Subscription } from './events.ts';
export { jobIdOf } from './job-id.ts';
export { keepLease } from './lease.ts';
export { createLock, type Lock } from './lock.ts';
export type { BatchCount, Progress } from './progress.ts';
export { openQueue, type Queue, type QueueCounts, type QueueOptions } from './queue.ts';
export { enqueueChunk, reconcileBatches } from './reconcile-batches.ts';
export { createReconciler, type Reconciler, type ReconcilerTask } from './reconciler.ts';
export { createReleases, type Releases } from './releases.ts';
export type { ScheduleTimes } from './schedule.ts';
export type { HandlersOf, JobContext, JobHandler, ServeOptions, Serving } from './serve.ts';
