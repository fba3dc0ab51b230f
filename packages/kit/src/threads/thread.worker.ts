// What a `LimitedThread` starts. Imports the modules of its arguments one after the other, and posts a message when that is
// done.
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from './thread-priority.ts';

const [priority, ...modules] = process.argv.slice(2);

async function load(): Promise<void> {
  for (const module of modules) await import(module);
  // Not before: with the lower priority, loading would take most of the time that somebody waits on a busy machine.
  if (priority !== 'foreground') lowerThreadPriority();
  // In a later turn of the event loop: by then the evaluation of all modules has returned.
  setImmediate(() => parentPort?.postMessage('loaded'));
}
void load();
