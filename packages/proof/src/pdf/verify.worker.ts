import { parentPort } from 'node:worker_threads';
import { type JudgeOptions, judgePdf } from './judge.ts';

export interface VerifyTask {
  bytes: Uint8Array;
  options: JudgeOptions;
}

parentPort?.on('message', ({ bytes, options }: VerifyTask) => {
  parentPort?.postMessage(judgePdf(bytes, options));
});
