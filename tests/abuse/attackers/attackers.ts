import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answers, Requests } from './requests.worker.ts';
import type { UploadAttack, UploadOutcome } from './uploads.worker.ts';

// Attackers run in worker threads, so that they do not delay the honest requests of this thread.
const start = (file: string, workerData: unknown): Worker =>
  new Worker(new URL(file, import.meta.url), { workerData });

async function outcomeOf<Outcome>(worker: Worker): Promise<Outcome> {
  const [outcome] = (await once(worker, 'message')) as [Outcome];
  await worker.terminate();
  return outcome;
}

export const sendRequests = (requests: Requests): Promise<Answers> =>
  outcomeOf(start('./requests.worker.ts', requests));

/** Makes the files, and returns a function that starts the uploads. */
export async function prepareUploads(attack: UploadAttack): Promise<() => Promise<UploadOutcome>> {
  const worker = start('./uploads.worker.ts', attack);
  await once(worker, 'message');
  return () => {
    worker.postMessage('go');
    return outcomeOf(worker);
  };
}
