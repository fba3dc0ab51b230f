// Verification in worker threads, so that a hostile file that uses up its budget does not block the event loop.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { PdfVerdict } from '../verdict.ts';
import { FairPool } from './fair-pool.ts';
import { defaultLimits } from './read/budget.ts';
import { sha256, type ValidateOptions, validatePdf } from './validate.ts';
import type { VerifyTask } from './verify.worker.ts';

/** Timeout of a check, ms. The limits of the budget end a check much earlier; this is the last resort. */
const MAX_TIME = 20_000;

/** A file as bytes, or as a path, which only the worker thread reads. `size` in bytes. */
export type PdfSource = Uint8Array | { path: string; size: number };

export interface VerifyOptions extends ValidateOptions {
  /** Identifies the sender of the file: clients are served round robin, one file of a client at a time. */
  client?: string;
}

export interface Verifier {
  /** Checks one PDF. Does not throw for any content of the file. */
  verify(source: PdfSource, options?: VerifyOptions): Promise<PdfVerdict>;
}

/**
 * Checks files in worker threads, one file per thread at a time. With two threads, a client with one file is served even
 * while another client sends files without pause.
 */
export function createVerifier({ threads = 1 }: { threads?: number } = {}): Verifier {
  const pool = new FairPool(Array.from({ length: threads }, () => new CheckThread()));
  return {
    async verify(source, { client = '', ...options } = {}) {
      const { maxBytes = defaultLimits.maxBytes } = options;
      // A file that is too large is refused without being copied to the thread.
      if (source instanceof Uint8Array && source.length > maxBytes) return validatePdf(source, options);
      return pool.take(client, (thread) => thread.check(source, options));
    },
  };
}

let shared: Verifier | undefined;

/**
 * Checks one PDF in a thread that all callers in the process share, one file at a time. `maxBytes`, `maxObjects` and
 * `maxDepth` limit the resources that a file may take.
 */
export function verifyPdf(bytes: Uint8Array, options: ValidateOptions = {}): Promise<PdfVerdict> {
  shared ??= createVerifier();
  return shared.verify(bytes, options);
}

class CheckThread {
  #worker: Worker | undefined;

  check(source: PdfSource, options: ValidateOptions): Promise<PdfVerdict> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise<PdfVerdict>((resolve, reject) => {
      const giveUp = () => {
        this.#worker = undefined;
        void worker.terminate();
        unfinished(source).then(finish, reject);
      };
      const finish = (verdict: PdfVerdict) => {
        clearTimeout(deadline);
        worker.off('message', finish).off('error', giveUp).off('exit', giveUp);
        // An idle thread must not keep the process alive.
        worker.unref();
        resolve(verdict);
      };
      const deadline = setTimeout(giveUp, MAX_TIME);
      worker.on('message', finish).on('error', giveUp).on('exit', giveUp);
      worker.ref();
      if (source instanceof Uint8Array) {
        // One copy, which is transferred; cloning the message would hold the file in memory three times.
        const copy = new Uint8Array(source);
        worker.postMessage({ source: copy, options } satisfies VerifyTask, [copy.buffer]);
      } else {
        worker.postMessage({ source: source.path, options } satisfies VerifyTask);
      }
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    });
    // An error between two checks has no other listener; the next check starts a new thread.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}

async function unfinished(source: PdfSource): Promise<PdfVerdict> {
  return {
    outcome: 'unknown',
    reasons: [{ code: 'too_complex', detail: 'the check did not end' }],
    sha256: source instanceof Uint8Array ? sha256(source) : await sha256Of(source.path),
    size: source instanceof Uint8Array ? source.length : source.size,
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
