import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';

export interface ReconcilerTask {
  name: string;
  run: (signal: AbortSignal) => Promise<unknown>;
  /** ms between two runs. Default: `times.reconcileMs`. */
  everyMs?: number;
}

export interface Reconciler {
  start(): void;
  /** Runs every task once, now; errors are logged. For tests and for the start of a service. */
  runAll(): Promise<void>;
  /** Starts no further task and waits for those that run. */
  close(): Promise<void>;
}

/**
 * Runs each task periodically with its own interval, never two runs of one task concurrently. The intervals are
 * jittered, so that several workers do not query the database at the same moment. A failed task is logged and runs again
 * at the next interval.
 */
export function createReconciler(tasks: readonly ReconcilerTask[], log: Logger): Reconciler {
  const closing = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();

  function runTask(task: ReconcilerTask): Promise<void> {
    const current = running.get(task.name);
    if (current) return current;
    const run = Promise.resolve()
      .then(() => task.run(closing.signal))
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error, task: task.name }, 'reconciling failed');
      })
      .finally(() => running.delete(task.name));
    running.set(task.name, run);
    return run;
  }

  function schedule(task: ReconcilerTask): void {
    if (closing.signal.aborted) return;
    const waitMs = (task.everyMs ?? times.reconcileMs) * (0.9 + 0.2 * Math.random());
    const timer = setTimeout(() => runTask(task).then(() => schedule(task)), waitMs);
    timers.set(task.name, timer.unref());
  }

  return {
    start() {
      for (const task of tasks) schedule(task);
    },
    async runAll() {
      for (const task of tasks) await runTask(task);
    },
    async close() {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
