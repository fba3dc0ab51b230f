import { z } from 'zod';
import { withFieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { defineApi, done, idOf, withPermission } from './define.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A style that texts can be set in; `sha256` is what `file` gives its bytes for. */
const fontFace = z.object({ weight: z.int(), italic: z.boolean(), sha256 });

const fontFamily = z.object({
  family: z.string(),
  /** Comes with the product, is a pack that has arrived, lies in the operator's folder, or is the organization's own. */
  kind: z.enum(['bundled', 'pack', 'operator', 'own']),
  faces: z.array(fontFace),
});

/** Fonts too large to come with the product. */
const fontPack = z.object({ name: z.string(), state: z.enum(['present', 'absent']), size: z.int() });

/** A face that the organization uploaded. */
export const ownFont = z.object({
  _id: id,
  family: z.string(),
  weight: z.int(),
  italic: z.boolean(),
  fileName: z.string(),
  size: z.int(),
  characters: z.int(),
  sha256,
  createdAt: moment,
});
export type OwnFontView = z.infer<typeof ownFont>;

export const fontsApi = defineApi('fonts', {
  /** Everything that a design of the organization may be set in. */
  list: {
    method: 'GET',
    access: withPermission('templates.view'),
    reply: z.object({
      families: z.array(fontFamily),
      packs: z.array(fontPack),
      own: z.array(ownFont),
    }),
    fallback: 'Failed to list fonts',
  },
  /** Multipart `{font file, licence: "true"}`; a variable font becomes a static one for each weight. */
  upload: {
    method: 'POST',
    access: withPermission('templates.edit'),
    body: z.object({ licence: withFieldError(z.literal('true'), 'font_licence_required', true) }),
    multipart: { field: 'font', limit: limits.fontUpload },
    reply: z.object({ fonts: z.array(ownFont) }),
    idempotent: true,
    fallback: 'Failed to upload the font',
  },
  delete: {
    method: 'DELETE',
    access: withPermission('templates.edit'),
    query: z.object({ id: idOf('font_not_found') }),
    reply: done,
    fallback: 'Operation failed',
  },
  /**
   * Where the words begin of texts in scripts without spaces, in UTF-16 code units, as certificates break their lines:
   * the dictionaries of browsers are others.
   */
  words: {
    method: 'POST',
    access: withPermission('templates.view'),
    body: z.object({ texts: z.array(z.string().max(20_000)).min(1).max(100) }),
    reply: z.object({ starts: z.array(z.array(z.int())) }),
    fallback: 'Failed to break the lines of a text',
  },
  /** The bytes of a face of `list`, as a TrueType or OpenType font; they never change, so browsers keep them. */
  file: {
    method: 'GET',
    access: withPermission('templates.view'),
    query: z.object({ sha256: withFieldError(sha256, 'font_not_found', true) }),
    bytes: 'font/sfnt',
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to load the font',
  },
});
