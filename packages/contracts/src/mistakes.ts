import { z } from 'zod';
import { languages, limits } from './limits.ts';
import { certId, email } from './scalars.ts';
import { linesText } from './texts.ts';

/** What a report says is wrong with a certificate: its data, that the holder never asked for it, or anything else. */
export const mistakeKind = z.enum(['data', 'notAsked', 'other']);
export type MistakeKind = z.infer<typeof mistakeKind>;

/** The form that reports a mistake to the organization. */
export const mistakeBody = z.object({
  certId,
  about: mistakeKind,
  text: linesText(limits.reportText).refine((value) => value.trim() !== '', 'empty'),
  email,
  language: z.enum(languages),
  /** A field that people do not see. What a program filled in is answered as if it had been taken. */
  website: z.string().max(2_000).optional(),
});

/** Whose limit of reports was reached: `by` in the details of `rate_limited`. */
export const reportLimits = ['connection', 'certificate', 'organization', 'address'] as const;

/** The token of a report's link: 32 hex characters. */
export const reportToken = z.string().regex(/^[0-9a-f]{32}$/);
