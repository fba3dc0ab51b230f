import { AppError } from '@sello/kit';
import { awaitingModules } from '../../budget/awaiting.ts';
import { createSanitizer, type SanitizerReply as ReplyOf, type Sanitizer } from '../../budget/sanitizer.ts';
import type { FontRejection, SanitizedFont } from './sanitize-font.ts';

export type SanitizerReply = ReplyOf<SanitizedFont, FontRejection>;

/** Sanitizes uploaded fonts. Throws also AppError `font_unreadable` {reason} and `font_embedding_forbidden` {reason}. */
export type FontSanitizer = Sanitizer<SanitizedFont>;

/** Limit of CPU time per file, ms; a font of 10 MB takes one to two seconds. */
const defaultBudgetMs = 15_000;

export function createFontSanitizer({
  budgetMs = defaultBudgetMs,
}: {
  budgetMs?: number;
} = {}): FontSanitizer {
  return createSanitizer<SanitizedFont, FontRejection>({
    script: new URL('./sanitizer.worker.ts', import.meta.url),
    awaiting: awaitingModules(),
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    budgetMs,
    startupBudgetMs: 0,
    errorOf: ({ kind, reason }) =>
      new AppError(kind === 'forbidden' ? 'font_embedding_forbidden' : 'font_unreadable', {
        details: { reason },
      }),
  });
}
