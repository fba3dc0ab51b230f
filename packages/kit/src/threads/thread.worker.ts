// What a `LimitedThread` starts. Loads the script of its first argument, and posts a message when that is done.
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from './thread-priority.ts';

const [script, priority] = process.argv.slice(2);
if (priority !== 'foreground') lowerThreadPriority();
// In a later turn of the event loop: by then the evaluation of all modules has returned.
void import(script!).then(() => setImmediate(() => parentPort?.postMessage('loaded')));
