import { z } from 'zod';
import { withFieldError } from '../field-error.ts';
import { languages } from '../limits.ts';
import { id } from '../scalars.ts';
import { nameText } from '../texts.ts';

/** A picture of at most 512 KB, as a data URL. */
const smallPicture = z
  .string()
  .max(700_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'a PNG, JPEG or WebP as a data URL');

export const tagsBody = z.object({
  /** The texts that the template prints, with their variables: `Dear {{fullName}}`. */
  texts: z.array(z.string()).max(100_000),
  /** The id of an uploaded image of the organization or of the catalog, or a small picture. */
  thumbnail: withFieldError(z.union([id, smallPicture]).optional(), { wrong: 'template_image_unknown' }),
  /** Of the tags; without one they are in the language of the texts. */
  language: z.enum(languages).optional(),
  /** Tags that are preferred to new ones of the same meaning, in addition to those of the catalog. */
  existing: z.array(nameText(60)).max(1_000).default([]),
});

/**
 * Why the AI suggested nothing. absent: the server has none. refused: it did not accept the server's key. busy: it has
 * too many requests, or its quota is used up. unreachable: no connection. failed: an error of its own. invalid: what it
 * answered are no tags.
 */
export const tagsFailure = z.enum([
  'absent',
  'timeout',
  'refused',
  'busy',
  'unreachable',
  'failed',
  'invalid',
]);
export type TagsFailure = z.infer<typeof tagsFailure>;

export const tagsReply = z.object({
  /** At most eight, the best first. */
  tags: z.array(z.string()),
  /** ai: the model of `AI_URL`. keywords: the words of the texts, found by this server alone. */
  method: z.enum(['ai', 'keywords']),
  /** Why `keywords` answered. */
  reason: tagsFailure.optional(),
});
export type TagsReply = z.infer<typeof tagsReply>;
