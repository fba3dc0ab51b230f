import type { DesignElementInput, TextRun } from '@sello/contracts';
import { plainText } from '../elements/text/content.ts';

/** Ascent and descent of the families that blocks and built-in templates use, in ems; a test holds them against the fonts. */
export const familyMetrics = {
  Newsreader: { ascent: 0.735, descent: 0.265 },
  'Newsreader Display': { ascent: 0.735, descent: 0.265 },
  'Source Serif 4': { ascent: 1.036, descent: 0.335 },
  'Source Sans 3': { ascent: 1.024, descent: 0.4 },
  'Great Vibes': { ascent: 0.851, descent: 0.401 },
  'Gentium Book Plus': { ascent: 2250 / 2048, descent: 750 / 2048 },
} as const;
export type Family = keyof typeof familyMetrics;

export type TextInput = Extract<DesignElementInput, { type: 'text' }>;
export type TextStyle = Partial<
  Omit<TextInput, 'type' | 'id' | 'x' | 'y' | 'width' | 'height' | 'paragraphs' | 'fontFamily' | 'fontSize'>
>;
/** A plain text, or runs of one paragraph. */
export type Content = string | readonly TextRun[];

export interface Typeset {
  x: number;
  /** Of the first line; of the last one with `from: 'bottom'`. */
  baseline: number;
  width: number;
  family: Family;
  /** Font size in points. */
  size: number;
  /** It wraps to at most as many lines (default 1), and shrinks to `min` points (default half its size). */
  lines?: number;
  min?: number;
  /**
   * Height of the box, in points, less than that of all its lines at full size: one line is set at full size, and several
   * smaller.
   */
  room?: number;
  /** `bottom`: several lines grow upwards from the last baseline, and a shrunk name stays next to its rule. */
  from?: 'top' | 'bottom';
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

/** A text placed by its baseline, which shrinks rather than leave its lines. All lengths in points. */
export function typeset(id: string, content: Content, at: Typeset, style: TextStyle = {}): TextInput {
  const { x, baseline, width, family, size, lines = 1, min = size / 2, room, from = 'top' } = at;
  const { ascent, descent } = familyMetrics[family];
  const lineHeight = style.lineHeight ?? (lines === 1 ? 1.15 : 1.25);
  const half = (lineHeight - (ascent + descent)) / 2;
  // Room for a rounding of the last line.
  const height = room ?? Math.ceil(lines * lineHeight * size) + 1;
  const y = from === 'top' ? baseline - (half + ascent) * size : baseline + (half + descent) * size - height;
  return {
    type: 'text',
    id,
    x: thousandths(x),
    y: thousandths(y),
    width,
    height,
    paragraphs: typeof content === 'string' ? plainText(content) : [{ runs: [...content] }],
    fontFamily: family,
    fontSize: size,
    minFontSize: min,
    fit: 'shrink',
    maxLines: lines,
    verticalAlign: from,
    lineHeight,
    align: 'left',
    ...style,
  };
}
