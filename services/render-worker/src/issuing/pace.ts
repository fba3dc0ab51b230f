import { setImmediate } from 'node:timers/promises';

/** How long one chunk may keep the event loop to itself, ms. */
const holdMs = 10;

/** Lets everything else in the process have its turn now and then: other chunks, leases, the queue. */
export function createPace(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < holdMs) return;
    await setImmediate();
    last = performance.now();
  };
}
