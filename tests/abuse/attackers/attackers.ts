import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answers, Requests } from './requests.worker.ts';
import type { UploadAttack, UploadOutcome } from './uploads.worker.ts';

// Attackers have a thread of their own, so that honest people wait for the platform and not for them.
const start = (file: string, workerData: unknown): Worker =>
  new Worker(new URL(file, import.meta.url), { workerData });

async function outcomeOf<Outcome>(worker: Worker): Promise<Outcome> {
  const [outcome] = (await once(worker, 'message')) as [Outcome];
  await worker.terminate();
  return outcome;
}

export const sendRequests = (requests: Requests): Promise<Answers> =>
  outcomeOf(start('./requests.worker.ts', requests));

/** Answers how to begin, once the files are made. */
export async function prepareUploads(attack: UploadAttack): Promise<() => Promise<UploadOutcome>> {
  const worker = start('./uploads.worker.ts', attack);
  await once(worker, 'message');
  return () => {
    worker.postMessage('go');
    return outcomeOf(worker);
  };
}
