import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@sello/kit/thread-priority';
import type { FromIntake } from './intake-thread.ts';
import { FontRefused, takeIn } from './take-in.ts';

lowerThreadPriority();
const port = parentPort!;

port.once('message', (file: Uint8Array) => {
  takeIn(file).then(
    (taken) => port.postMessage({ taken } satisfies FromIntake),
    (error: unknown) => {
      const refusal =
        error instanceof FontRefused ? error.refusal : { kind: 'unreadable' as const, reason: String(error) };
      port.postMessage({ refusal } satisfies FromIntake);
    },
  );
});
