// Verification in worker threads, so that a hostile file that uses up its budget does not block the event loop.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { FairPool, LimitedThread, ThreadFailure } from '@sello/kit';
import type { PdfVerdict } from '../verdict.ts';
import { defaultLimits } from './read/budget.ts';
import { sha256, type ValidateOptions, validatePdf } from './validate.ts';
import type { VerifyTask } from './verify.worker.ts';

/** Limit of CPU time of a check, ms. The limits of the file end a check much earlier; this is the last resort. */
const budgetMs = 20_000;

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
  const pool = new FairPool(Array.from({ length: threads }, checkThread));
  return {
    async verify(source, { client = '', ...options } = {}) {
      const { maxBytes = defaultLimits.maxBytes } = options;
      // A file that is too large is refused without being copied to the thread.
      if (source instanceof Uint8Array && source.length > maxBytes) return validatePdf(source, options);
      return pool.take(client, (thread) => check(thread, source, options));
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

/** A thread that checks one file at a time. */
function checkThread(): LimitedThread<PdfVerdict> {
  return new LimitedThread<PdfVerdict>({
    script: new URL('./verify.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    startupBudgetMs: 2_000,
  });
}

async function check(
  thread: LimitedThread<PdfVerdict>,
  source: PdfSource,
  options: ValidateOptions,
): Promise<PdfVerdict> {
  // One copy, which is transferred; cloning the message would hold the file in memory three times.
  const given = source instanceof Uint8Array ? new Uint8Array(source) : source.path;
  const message: VerifyTask = { source: given, options };
  const transfer = typeof given === 'string' ? [] : [given.buffer];
  try {
    return await thread.run({ message, transfer, cpuMs: budgetMs, read: (verdict) => verdict });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    return unfinished(source);
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
