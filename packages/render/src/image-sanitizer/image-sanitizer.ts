import { type ErrorCode, limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { FairQueue } from '../budget/fair-queue.ts';
import { LimitedThread, ThreadFailure } from '../budget/limited-thread.ts';
import type { ImageRejection, SanitizedImage } from './sanitized-image.ts';

export type SanitizerReply = { sanitized: SanitizedImage } | { rejection: ImageRejection };

/** Sanitizes uploaded images, each on its own worker thread with limits on CPU time and memory. */
export interface ImageSanitizer {
  /**
   * Images are processed one at a time, round robin by owner. Throws AppError `upload_image_unreadable` {reason, name, max, at},
   * `upload_image_kind`, `upload_image_pixels` {max}, `upload_image_detailed` {max}, and `rate_limited` {retryAfter}
   * while 20 uploads are waiting or in progress.
   */
  sanitize(owner: string, file: Uint8Array): Promise<SanitizedImage>;
}

/** Limit of CPU time per file, ms; a picture of 40 megapixels takes three to eight seconds. */
const defaultBudgetMs = 20_000;
/** Each waiting upload holds its file in memory. */
const maxPending = 20;

export function createImageSanitizer({
  budgetMs = defaultBudgetMs,
}: {
  budgetMs?: number;
} = {}): ImageSanitizer {
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

async function run(file: Uint8Array, budgetMs: number): Promise<SanitizedImage> {
  const thread = new LimitedThread<SanitizerReply>({
    script: new URL('./sanitizer.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
    startupMs: 2_000,
  });
  const copy = new Uint8Array(file);
  try {
    const read = (reply: SanitizerReply) => reply;
    const reply = await thread
      .run({ message: copy, transfer: [copy.buffer], cpuMs: budgetMs, read })
      .catch(rejectionOf);
    if ('sanitized' in reply) return reply.sanitized;
    const { kind, ...about } = reply.rejection;
    const fault = 'reason' in about ? { ...about.values, reason: about.reason } : max[kind];
    throw new AppError(codes[kind], fault && { details: { ...fault } });
  } finally {
    await thread.terminate();
  }
}

const codes: Record<ImageRejection['kind'], ErrorCode> = {
  unreadable: 'upload_image_unreadable',
  kind: 'upload_image_kind',
  pixels: 'upload_image_pixels',
  detail: 'upload_image_detailed',
};
const max: Partial<Record<ImageRejection['kind'], { max: number }>> = {
  pixels: { max: limits.imagePixels / 1_000_000 },
  detail: { max: limits.imageBytes / 1024 / 1024 },
};

const reasons = { time: 'too_slow', memory: 'too_much_memory', exit: 'stopped' } as const;

function rejectionOf(failure: unknown): SanitizerReply {
  if (!(failure instanceof ThreadFailure)) throw failure;
  if (failure.reason === 'error') throw failure.cause;
  return { rejection: { kind: 'unreadable', reason: reasons[failure.reason] } };
}
