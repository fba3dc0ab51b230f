import { type ErrorCode, limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { createSanitizer, type SanitizerReply as ReplyOf, type Sanitizer } from '../budget/sanitizer.ts';
import type { ImageRejection, SanitizedImage } from './sanitized-image.ts';

export type SanitizerReply = ReplyOf<SanitizedImage, ImageRejection>;

/**
 * Sanitizes uploaded images. Throws also AppError `upload_image_unreadable` {reason, name, max, at}, `upload_image_kind`,
 * `upload_image_pixels` {max} and `upload_image_detailed` {max}.
 */
export type ImageSanitizer = Sanitizer<SanitizedImage>;

/** Limit of CPU time per file, ms; a picture of 40 megapixels takes three to eight seconds. */
const defaultBudgetMs = 20_000;

export function createImageSanitizer({
  budgetMs = defaultBudgetMs,
}: {
  budgetMs?: number;
} = {}): ImageSanitizer {
  return createSanitizer<SanitizedImage, ImageRejection>({
    script: new URL('./sanitizer.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
    budgetMs,
    startupBudgetMs: 2_000,
    errorOf({ kind, ...about }) {
      const fault =
        'reason' in about ? { ...('values' in about && about.values), reason: about.reason } : max[kind];
      return new AppError(codes[kind], fault && { details: { ...fault } });
    },
  });
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
