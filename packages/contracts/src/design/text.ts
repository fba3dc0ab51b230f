import { z } from 'zod';
import { box, designColor, designLimits, extent, languageTag, length } from './parts.ts';

const fontSize = z.number().min(designLimits.fontSize.min).max(designLimits.fontSize.max);

/** Character properties. */
const runStyle = {
  fontFamily: z.string().min(1).max(100),
  fontWeight: z.number().int().min(100).max(900),
  italic: z.boolean(),
  /** In points. */
  fontSize,
  fill: designColor,
  underline: z.boolean(),
  lineThrough: z.boolean(),
  /** Case conversion by the rules of the text's language; `title` capitalizes the first letter of each word. */
  letterCase: z.enum(['none', 'upper', 'lower', 'title']),
  /** Letter spacing in thousandths of the font size; ligatures are disabled unless it is 0. */
  charSpacing: z.number().min(-1_000).max(10_000),
  /** Determines localized glyph forms and line breaks; null = the locale of the design. */
  language: languageTag.nullable(),
};

/** Paragraph properties. */
const paragraphStyle = {
  /** `start` and `end` follow the paragraph's direction. `justify` stretches every line except the last. */
  align: z.enum(['start', 'end', 'left', 'center', 'right', 'justify']),
  /** `auto`: the direction of the first strong character (Unicode Annex 9, P2 and P3). */
  direction: z.enum(['auto', 'ltr', 'rtl']),
  /** Distance of baselines as a multiple of the font size, like `line-height` in CSS. */
  lineHeight: z.number().min(0.1).max(10),
  /** First-line indent in points; negative = hanging indent. */
  indent: length,
  /** Space in points, except before the first and after the last paragraph. */
  spaceBefore: extent,
  spaceAfter: extent,
};

/** Text of one style, with `{{variable}}` placeholders; a line feed is a line break within the paragraph. */
export const textRun = z.strictObject({
  text: z.string().max(designLimits.textLength),
  ...z.object(runStyle).partial().shape,
});

export const textParagraph = z.strictObject({
  runs: z.array(textRun).max(designLimits.runs),
  ...z.object(paragraphStyle).partial().shape,
});

/** The text of an element, with the default styles of its paragraphs and runs. */
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
   * wrap: lines break at the width of the box and may overflow it at the bottom. break: like wrap, and a word longer
   * than the box breaks between its characters. shrink: all font sizes are reduced together in steps, the largest at
   * most to `minFontSize`, until all lines fit the box; otherwise the row fails with `text_does_not_fit`. clip: like
   * wrap, clipped to the box.
   */
  fit: z.enum(['wrap', 'break', 'shrink', 'clip']).default('wrap'),
  /** The minimum of the element's `fontSize` with `shrink`; null = half of it. */
  minFontSize: fontSize.nullable().default(null),
  /** The maximum number of lines of a shrinking text; 1 keeps a name on one line. null = as many as fit the box. */
  maxLines: z.number().int().min(1).max(1_000).nullable().default(null),
};

export const textElement = z.strictObject({
  ...box,
  type: z.literal('text'),
  ...textContent,
  /**
   * The structure type for screen readers. auto: a heading, whose level follows from its size among the texts of the
   * design, or a paragraph. artifact: skipped.
   */
  role: z.enum(['auto', 'title', 'heading', 'paragraph', 'artifact']).default('auto'),
});

/**
 * The text about the signature (`{{signature.name}}`, `{{signature.date}}`, `{{signature.reason}}`,
 * `{{signature.location}}`), at the position where PDF readers show the signature field. Printed on signed certificates
 * only.
 */
export const signatureElement = z.strictObject({ ...box, type: z.literal('signature'), ...textContent });

export type TextRun = z.infer<typeof textRun>;
export type TextParagraph = z.infer<typeof textParagraph>;
export type TextElement = z.infer<typeof textElement>;
export type SignatureElement = z.infer<typeof signatureElement>;
/** Text with its default styles, without the box. */
export type TextContent = Pick<TextElement, keyof typeof textContent>;
