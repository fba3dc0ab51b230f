import { AppError } from '@sello/kit';
import { FairQueue } from '../../budget/fair-queue.ts';
import { LimitedThread, ThreadFailure } from '../../budget/limited-thread.ts';
import type { FontRejection, SanitizedFont } from './sanitize-font.ts';

export type SanitizerReply = { sanitized: SanitizedFont } | { rejection: FontRejection };

/** Sanitizes uploaded fonts, each on its own worker thread with limits on CPU time and memory. */
export interface FontSanitizer {
  /**
   * Fonts are processed one at a time, round robin by owner. Throws AppError `font_unreadable` {reason},
   * `font_embedding_forbidden` {reason}, and `rate_limited` {retryAfter} while 20 uploads are waiting or in progress.
   */
  sanitize(owner: string, file: Uint8Array): Promise<SanitizedFont>;
}

/** Limit of CPU time per file, ms; a font of 10 MB takes one to two seconds. */
const defaultBudgetMs = 15_000;
const maxPending = 20;

export function createFontSanitizer({
  budgetMs = defaultBudgetMs,
}: {
  budgetMs?: number;
} = {}): FontSanitizer {
  const queue = new FairQueue();
  let pending = 0;
  return {
    async sanitize(owner, file) {
      if (pending >= maxPending) throw new AppError('rate_limited', { details: { retryAfter: 10 } });
      pending += 1;
      try {
        return await queue.run(owner, () => run(file, budgetMs));
      } finally {
        pending -= 1;
      }
    },
  };
}

async function run(file: Uint8Array, budgetMs: number): Promise<SanitizedFont> {
  const thread = new LimitedThread<SanitizerReply>({
    script: new URL('./sanitizer.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    startupMs: 0,
  });
  const copy = new Uint8Array(file);
  try {
    const read = (reply: SanitizerReply) => reply;
    const reply = await thread
      .run({ message: copy, transfer: [copy.buffer], cpuMs: budgetMs, read })
      .catch(rejectionOf);
    if ('sanitized' in reply) return reply.sanitized;
    const { kind, reason } = reply.rejection;
    throw new AppError(kind === 'forbidden' ? 'font_embedding_forbidden' : 'font_unreadable', {
      details: { reason },
    });
  } finally {
    await thread.terminate();
  }
}

const reasons = { time: 'too_slow', memory: 'too_much_memory', exit: 'stopped' } as const;

function rejectionOf(failure: unknown): SanitizerReply {
  if (!(failure instanceof ThreadFailure)) throw failure;
  if (failure.reason === 'error') throw failure.cause;
  return { rejection: { kind: 'unreadable', reason: reasons[failure.reason] } };
}
