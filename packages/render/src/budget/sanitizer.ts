import type { ResourceLimits } from 'node:worker_threads';
import { type AppError, FairPool, LimitedThread, ThreadFailure } from '@sello/kit';

/** Rewrites uploaded files, each on its own worker thread with limits on CPU time and memory. */
export interface Sanitizer<Sanitized> {
  /**
   * Files are processed one at a time, round robin by owner. Throws the error of a file that is refused, and
   * `rate_limited` {retryAfter} while 20 uploads are waiting or in progress.
   */
  sanitize(owner: string, file: Uint8Array): Promise<Sanitized>;
}

/** What the thread of a sanitizer replies to a file. */
export type SanitizerReply<Sanitized, Rejection> = { sanitized: Sanitized } | { rejection: Rejection };

/** Why a thread was terminated before it replied. */
export interface Terminated {
  kind: 'unreadable';
  reason: 'too_slow' | 'too_much_memory' | 'stopped';
}

export interface SanitizerOptions<Rejection> {
  script: URL;
  /** As of a `LimitedThread`. */
  awaiting?: readonly string[];
  resourceLimits: ResourceLimits;
  /** Limit of CPU time per file, ms. */
  budgetMs: number;
  /** Added to it, ms: what loading the script takes on a busy machine. */
  startupBudgetMs: number;
  errorOf(rejection: Rejection | Terminated): AppError;
}

/** Each waiting upload holds its file in memory. */
const maxPending = 20;
const reasons = { time: 'too_slow', memory: 'too_much_memory', exit: 'stopped' } as const;

/** A sanitizer whose threads reply with a `SanitizerReply`. */
export function createSanitizer<Sanitized, Rejection>(
  options: SanitizerOptions<Rejection>,
): Sanitizer<Sanitized> {
  const oneAtATime = new FairPool([options], { maxPending });
  return {
    sanitize: (owner, file) => oneAtATime.take(owner, () => run<Sanitized, Rejection>(file, options)),
  };
}

async function run<Sanitized, Rejection>(
  file: Uint8Array,
  { script, awaiting = [], resourceLimits, budgetMs, startupBudgetMs, errorOf }: SanitizerOptions<Rejection>,
): Promise<Sanitized> {
  type Reply = SanitizerReply<Sanitized, Rejection | Terminated>;
  const thread = new LimitedThread<Reply>({ script, awaiting, resourceLimits, startupBudgetMs });
  const copy = new Uint8Array(file);
  try {
    const reply = await thread
      .run<Reply>({ message: copy, transfer: [copy.buffer], cpuMs: budgetMs, read: (message) => message })
      .catch((failure: unknown) => ({ rejection: terminated(failure) }));
    if ('sanitized' in reply) return reply.sanitized;
    throw errorOf(reply.rejection);
  } finally {
    await thread.terminate();
  }
}

/** Rethrows an error of the script itself. */
function terminated(failure: unknown): Terminated {
  if (!(failure instanceof ThreadFailure)) throw failure;
  if (failure.reason === 'error') throw failure.cause;
  return { kind: 'unreadable', reason: reasons[failure.reason] };
}
