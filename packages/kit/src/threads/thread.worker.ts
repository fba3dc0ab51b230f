// What a `LimitedThread` starts. Loads the script of its first argument, and posts a message when that is done.
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from './thread-priority.ts';

const [script, priority] = process.argv.slice(2);
void import(script!).then(() => {
  // Not before: with the lower priority, loading would take most of the time that somebody waits on a busy machine.
  if (priority !== 'foreground') lowerThreadPriority();
  // In a later turn of the event loop: by then the evaluation of all modules has returned.
  setImmediate(() => parentPort?.postMessage('loaded'));
});
