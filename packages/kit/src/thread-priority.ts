// An export of its own, so that a thread can load it without the rest of `kit`.
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * What a background thread's nice value becomes: a tenth of the CPU beside a thread that serves people, while that one
 * has something to do, and all of it otherwise. With the lowest (19) a check of a file would stand still on a busy machine.
 */
const backgroundNice = 10;

/**
 * Called by a worker thread whose work may take long: on a machine whose cores are all busy, the threads that answer
 * requests go first. Works on Linux, where a nice value belongs to a thread (sched(7)); elsewhere it would be that of the
 * whole process, so nothing happens, nor on the main thread. There is no way back: a thread may not raise its priority.
 */
export function giveWay(): void {
  if (isMainThread || process.platform !== 'linux') return;
  try {
    setPriority(backgroundNice);
  } catch {
    // A sandbox may forbid it; the thread works all the same.
  }
}
