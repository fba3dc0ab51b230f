// A separate export of the package, so that a worker thread can load it without the rest of `kit`.
import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * What is added to the nice value of a background thread: it gets about a tenth of the CPU time of a busy thread of its
 * process, and all of it while that one is idle. With the lowest priority (19) a check of a file would starve on a busy
 * machine.
 */
const backgroundNice = 10;
const mostNice = 19;

/**
 * Lowers the priority of the calling worker thread, so that threads that answer requests get the CPU first when all
 * cores are busy. Works only on Linux, where a nice value belongs to a thread (sched(7)); elsewhere it would apply to
 * the whole process, so nothing happens. Nothing happens on the main thread either. It cannot be undone: a thread may not
 * raise its priority.
 */
export function lowerThreadPriority(): void {
  if (isMainThread || process.platform !== 'linux') return;
  try {
    setPriority(Math.min(mostNice, getPriority() + backgroundNice));
  } catch {
    // A sandbox may forbid it; the thread works at normal priority.
  }
}
