// Verification away from the event loop: a hostile file may take its whole budget, and nobody else waits meanwhile.
import { Worker } from 'node:worker_threads';
import type { PdfVerdict } from '../verdict.ts';
import { type JudgeOptions, judgePdf, sha256 } from './judge.ts';
import { defaultLimits } from './read/budget.ts';
import type { VerifyTask } from './verify.worker.ts';

/** Last resort behind the limits of reading, which end a check much earlier, ms. */
const MAX_TIME = 20_000;

let thread: Worker | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * The verdict on one PDF: separate facts, never an exception for bad input. One file at a time is checked, in a thread
 * of its own. `maxBytes`, `maxObjects` and `maxDepth` bound what a file may ask for.
 */
export function verifyPdf(bytes: Uint8Array, options: JudgeOptions = {}): Promise<PdfVerdict> {
  const { maxBytes = defaultLimits.maxBytes } = options;
  // Too large to be looked at is too large to be copied.
  if (bytes.length > maxBytes) return Promise.resolve(judgePdf(bytes, options));
  const verdict = turn.then(() => inThread(bytes, options));
  turn = verdict.catch(() => undefined);
  return verdict;
}

function inThread(bytes: Uint8Array, options: JudgeOptions): Promise<PdfVerdict> {
  const worker = thread ?? startThread();
  return new Promise<PdfVerdict>((resolve) => {
    const giveUp = () => {
      thread = undefined;
      void worker.terminate();
      finish({
        outcome: 'unknown',
        reasons: [{ code: 'too_complex', detail: 'the check did not end' }],
        sha256: sha256(bytes),
        size: bytes.length,
      });
    };
    const finish = (verdict: PdfVerdict) => {
      clearTimeout(deadline);
      worker.off('message', finish).off('error', giveUp).off('exit', giveUp);
      // An idle thread keeps no process alive.
      worker.unref();
      resolve(verdict);
    };
    const deadline = setTimeout(giveUp, MAX_TIME);
    worker.on('message', finish).on('error', giveUp).on('exit', giveUp);
    worker.ref();
    // One copy, handed over; a message that is cloned would hold the file three times.
    const copy = new Uint8Array(bytes);
    worker.postMessage({ bytes: copy, options } satisfies VerifyTask, [copy.buffer]);
  });
}

function startThread(): Worker {
  thread = new Worker(new URL('./verify.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  // Between checks nobody else listens; the next check starts a new thread.
  thread.on('error', () => {
    thread = undefined;
  });
  return thread;
}
