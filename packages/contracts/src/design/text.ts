import { z } from 'zod';
import { box, designColor, designLimits, extent, languageTag, length } from './parts.ts';

const fontSize = z.number().min(designLimits.fontSize.min).max(designLimits.fontSize.max);

/** What may change within a line. */
const runStyle = {
  fontFamily: z.string().min(1).max(100),
  fontWeight: z.number().int().min(100).max(900),
  italic: z.boolean(),
  /** In points. */
  fontSize,
  fill: designColor,
  underline: z.boolean(),
  lineThrough: z.boolean(),
  /** How letters print, by the rules of the text's language; `title` capitalizes the first letter of each word. */
  letterCase: z.enum(['none', 'upper', 'lower', 'title']),
  /** Added after each character, in thousandths of the font size; other than 0 it switches ligatures off. */
  charSpacing: z.number().min(-1_000).max(10_000),
  /** Decides shapes of letters and where lines break; null = the design's locale. */
  language: languageTag.nullable(),
};

/** What belongs to a whole paragraph. */
const paragraphStyle = {
  /** `start` and `end` follow the paragraph's direction. `justify` stretches every line but the last. */
  align: z.enum(['start', 'end', 'left', 'center', 'right', 'justify']),
  /** `auto`: that of its first letter that has one (Unicode Annex 9, P2 and P3). */
  direction: z.enum(['auto', 'ltr', 'rtl']),
  /**
   * Distance of base lines as a multiple of the font size, as the `line-height` of CSS; under `renderingVersion` 1 of
   * 1.13 × font size.
   */
  lineHeight: z.number().min(0.1).max(10),
  /** Of its first line, in points; negative = the others hang. */
  indent: length,
  /** Points above and below it, not before the first and after the last paragraph. */
  spaceBefore: extent,
  spaceAfter: extent,
};

/** Text of one style; `{{variable}}` places print in it, a line feed breaks the line within the paragraph. */
export const textRun = z.strictObject({
  text: z.string().max(designLimits.textLength),
  ...z.object(runStyle).partial().shape,
});

export const textParagraph = z.strictObject({
  runs: z.array(textRun).max(designLimits.runs),
  ...z.object(paragraphStyle).partial().shape,
});

/** The text of an element and the styles of all that says no other. */
export const textContent = {
  paragraphs: z
    .array(textParagraph)
    .min(1)
    .max(designLimits.paragraphs)
    .refine(
      (paragraphs) =>
        paragraphs.reduce((sum, { runs }) => sum + runs.reduce((of, { text }) => of + text.length, 0), 0) <=
        designLimits.textLength,
      'the text is too long',
    ),
  ...runStyle,
  fontWeight: runStyle.fontWeight.default(400),
  italic: runStyle.italic.default(false),
  fill: runStyle.fill.default('#000000'),
  underline: runStyle.underline.default(false),
  lineThrough: runStyle.lineThrough.default(false),
  letterCase: runStyle.letterCase.default('none'),
  charSpacing: runStyle.charSpacing.default(0),
  language: runStyle.language.default(null),
  align: paragraphStyle.align.default('start'),
  direction: paragraphStyle.direction.default('auto'),
  lineHeight: paragraphStyle.lineHeight.default(1.3),
  indent: paragraphStyle.indent.default(0),
  spaceBefore: paragraphStyle.spaceBefore.default(0),
  spaceAfter: paragraphStyle.spaceAfter.default(0),
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('top'),
  /**
   * wrap: lines break at the box's width and may run out below it. break: as wrap, and a word longer than the box breaks
   * between its characters. shrink: all sizes fall together in steps until all lines lie within the box, the largest
   * down to `minFontSize`, else the row fails with `text_does_not_fit`. clip: as wrap, and what lies outside is cut off.
   */
  fit: z.enum(['wrap', 'break', 'shrink', 'clip']).default('wrap'),
  /** The floor of `shrink` for the element's own `fontSize`; null = half of it. */
  minFontSize: fontSize.nullable().default(null),
  /** Lines a shrinking text may take; 1 keeps a name on one line. null = as many as the box holds. */
  maxLines: z.number().int().min(1).max(1_000).nullable().default(null),
};

export const textElement = z.strictObject({
  ...box,
  type: z.literal('text'),
  ...textContent,
  /**
   * What it is to a screen reader. auto: a heading whose level follows from its size among the texts of the design, or a
   * paragraph; artifact: passed over.
   */
  role: z.enum(['auto', 'title', 'heading', 'paragraph', 'artifact']).default('auto'),
});

/**
 * Where the signer's name, the moment and the reason print (`{{signature.name}}`, `{{signature.date}}`,
 * `{{signature.reason}}`, `{{signature.location}}`), and where readers of the PDF show the signature. Prints only on
 * certificates that are signed.
 */
export const signatureElement = z.strictObject({ ...box, type: z.literal('signature'), ...textContent });

export type TextRun = z.infer<typeof textRun>;
export type TextParagraph = z.infer<typeof textParagraph>;
export type TextElement = z.infer<typeof textElement>;
export type SignatureElement = z.infer<typeof signatureElement>;
/** Text with its base styles, without the box it stands in. */
export type TextContent = Pick<TextElement, keyof typeof textContent>;
