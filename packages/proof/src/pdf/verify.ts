// Verification away from the event loop: a hostile file may take its whole budget, and nobody else waits meanwhile.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { PdfVerdict } from '../verdict.ts';
import { FairPool } from './fair-pool.ts';
import { defaultLimits } from './read/budget.ts';
import { sha256, type ValidateOptions, validatePdf } from './validate.ts';
import type { VerifyTask } from './verify.worker.ts';

/** Last resort behind the limits of reading, which end a check much earlier, ms. */
const MAX_TIME = 20_000;

/** A file by its bytes, or by its path: then its bytes never stand in the calling thread. */
export type PdfSource = Uint8Array | { path: string; size: number };

export interface VerifyOptions extends ValidateOptions {
  /** Whose file it is: clients take turns, and one client's files are checked one at a time. */
  client?: string;
}

export interface Verifier {
  /** The verdict on one PDF: separate facts, never an exception for bad input. */
  verify(source: PdfSource, options?: VerifyOptions): Promise<PdfVerdict>;
}

/**
 * Checks files in threads of its own, as many at a time as it has. With two, whoever sends one file finds a thread
 * beside a client that sends without end.
 */
export function createVerifier({ threads = 1 }: { threads?: number } = {}): Verifier {
  const pool = new FairPool(Array.from({ length: threads }, () => new CheckThread()));
  return {
    async verify(source, { client = '', ...options } = {}) {
      const { maxBytes = defaultLimits.maxBytes } = options;
      // Too large to be looked at is too large to be copied.
      if (source instanceof Uint8Array && source.length > maxBytes) return validatePdf(source, options);
      return pool.take(client, (thread) => thread.check(source, options));
    },
  };
}

let shared: Verifier | undefined;

/**
 * The verdict on one PDF, one at a time in a thread that all callers share. `maxBytes`, `maxObjects` and `maxDepth`
 * bound what a file may ask for.
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
        // An idle thread keeps no process alive.
        worker.unref();
        resolve(verdict);
      };
      const deadline = setTimeout(giveUp, MAX_TIME);
      worker.on('message', finish).on('error', giveUp).on('exit', giveUp);
      worker.ref();
      if (source instanceof Uint8Array) {
        // One copy, handed over; a message that is cloned would hold the file three times.
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
    // Between checks nobody else listens; the next check starts a new thread.
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
