export type { EnqueueOptions } from './enqueue.ts';
export type { EventListeners, Subscription } from './events.ts';
export { createHandOn } from './hand-on.ts';
export { jobIdOf } from './job-id.ts';
export { keepLease } from './lease.ts';
export type { BatchCount, Progress } from './progress.ts';
export { openQueue, type Queue, type QueueCounts, type QueueOptions } from './queue.ts';
export { createReconciler, type Reconciler, type ReconcilerTask } from './reconciler.ts';
export type { JobContext, JobHandler, JobsOn, ServeOptions, Serving } from './serve.ts';
