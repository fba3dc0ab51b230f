import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type ValidateOptions, validatePdf } from './validate.ts';

export interface VerifyTask {
  /** The bytes of the file, or its path. */
  source: Uint8Array | string;
  options: ValidateOptions;
}

parentPort?.on('message', ({ source, options }: VerifyTask) => {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  parentPort?.postMessage(validatePdf(bytes, options));
});
