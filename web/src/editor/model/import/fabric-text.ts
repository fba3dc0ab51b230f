import type { TextParagraph, TextRun } from '@sello/contracts';
import type { RunStyle } from '../state.ts';
import { colorOf } from '../text/css.ts';
import { mergeRuns } from '../text/runs.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The font size that fabric's line height and box count with. */
export const fabricLine = 1.13;

/** The character properties of a fabric text or of a part of one; sizes in points after `scale`. */
export function styleOfFabric(fields: Fields, scale: number): RunStyle {
  const { fontFamily, fontWeight, fontStyle, fontSize, fill, underline, linethrough, charSpacing } = fields;
  const style: RunStyle = {};
  if (typeof fontFamily === 'string' && fontFamily.trim() !== '') {
    const [first = ''] = fontFamily.split(',');
    const family = first
      .trim()
      .replace(/^["']|["']$/g, '')
      .slice(0, 100);
    if (family !== '') style.fontFamily = family;
  }
  const named = fontWeight === 'bold' ? 700 : fontWeight === 'normal' ? 400 : Number(fontWeight);
  if (fontWeight !== undefined && Number.isFinite(named))
    style.fontWeight = Math.min(Math.max(100, Math.round(named)), 900);
  if (typeof fontStyle === 'string') style.italic = fontStyle === 'italic' || fontStyle === 'oblique';
  if (typeof fontSize === 'number' && fontSize > 0) {
    style.fontSize = Math.min(Math.max(1, Math.round(fontSize * scale * 100) / 100), 2_000);
  }
  const color = typeof fill === 'string' ? colorOf(fill) : null;
  if (color) style.fill = color.color;
  if (typeof underline === 'boolean') style.underline = underline;
  if (typeof linethrough === 'boolean') style.lineThrough = linethrough;
  if (typeof charSpacing === 'number') style.charSpacing = Math.min(Math.max(-1_000, charSpacing), 10_000);
  return style;
}

/** The style of each grapheme by line: `{ line: { grapheme: style } }`, or ranges counted without line feeds. */
function stylesByLine(styles: unknown, lengths: readonly number[], scale: number): Map<number, RunStyle>[] {
  const lines = lengths.map(() => new Map<number, RunStyle>());
  // The ranges that fabric writes never overlap, so that a character is styled once.
  let room = 2 * lengths.reduce((sum, length) => sum + length, 0);
  if (Array.isArray(styles)) {
    const starts: number[] = [];
    let total = 0;
    for (const length of lengths) {
      starts.push(total);
      total += length;
    }
    for (const range of styles) {
      if (!isFields(range) || !isFields(range.style)) continue;
      const [start, end] = [Number(range.start), Number(range.end)];
      if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0) continue;
      if (room <= 0) break;
      const style = styleOfFabric(range.style, scale);
      for (const [line, first] of starts.entries()) {
        const last = Math.min(end, first + (lengths[line] as number));
        for (let at = Math.max(start, first); at < last && room > 0; at += 1, room -= 1) {
          lines[line]?.set(at - first, style);
        }
      }
    }
  } else if (isFields(styles)) {
    for (const [line, inLine] of Object.entries(styles)) {
      const own = lines[Number(line)];
      if (!own || !isFields(inLine)) continue;
      for (const [at, style] of Object.entries(inLine)) {
        if (isFields(style)) own.set(Number(at), styleOfFabric(style, scale));
      }
    }
  }
  return lines;
}

/**
 * The text of a fabric object with the styles of its characters: each of its lines is a paragraph. Of a text longer than
 * `longest` the beginning.
 */
export function paragraphsOfFabric(fields: Fields, scale: number, longest: number): TextParagraph[] {
  const text = typeof fields.text === 'string' ? fields.text.slice(0, longest) : '';
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const clusters = lines.map((line) => [...graphemes.segment(line)].map(({ segment }) => segment));
  const styles = stylesByLine(
    fields.styles,
    clusters.map(({ length }) => length),
    scale,
  );
  return clusters.map((line, index): TextParagraph => {
    // Characters of one style are gathered before runs are made of them.
    const runs: TextRun[] = [];
    let [pending, style] = ['', styles[index]?.get(0)];
    for (const [at, cluster] of line.entries()) {
      const own = styles[index]?.get(at);
      if (own !== style) {
        runs.push({ ...style, text: pending });
        [pending, style] = ['', own];
      }
      pending += cluster;
    }
    runs.push({ ...style, text: pending });
    return { runs: mergeRuns(runs) };
  });
}
