import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { giveWay } from '@sello/kit/thread-priority';
import { type ValidateOptions, validatePdf } from './validate.ts';

export interface VerifyTask {
  /** The bytes, or where they lie. */
  source: Uint8Array | string;
  options: ValidateOptions;
}

giveWay();
parentPort?.on('message', ({ source, options }: VerifyTask) => {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  parentPort?.postMessage(validatePdf(bytes, options));
});
