import type { Design, TextContent } from '@sello/contracts';
import { paragraphLevels, visualOrder } from './bidi.ts';
import type { Fonts } from './face.ts';
import { breakLines, type Line, type Paragraph, type Word } from './lines.ts';
import { type Piece, shapeText, type TextProblem } from './pieces.ts';

/**
 * The metrics of the editor's canvas: a line is 1.13 × size high and its baseline lies 22.2 % of that above its bottom.
 */
const lineFactor = 1.13;
const baseLineFactor = 1 - 0.222;
/** Step of shrink-to-fit, in points. */
const shrinkStep = 0.25;
const tolerance = 1e-6;

/** How a piece is drawn. */
export type TextStyle = Pick<TextContent, 'fill' | 'underline' | 'lineThrough'>;

export interface PlacedPiece {
  face: Piece['face'];
  run: Piece['run'];
  /** Left edge and width in points, from the left edge of the element's box. */
  x: number;
  width: number;
  /** Letter spacing after each character cluster, in points. */
  spacing: number;
  /** The font size, in points. */
  size: number;
  /** The index of its style in the `styles` of the layout. */
  style: number;
}

export interface PlacedLine {
  x: number;
  width: number;
  /** In points below the top of the element's box. */
  baseline: number;
  pieces: PlacedPiece[];
}

export interface TextLayout {
  /** The font size used, in points: smaller than the element's when the text was shrunk. */
  fontSize: number;
  styles: readonly TextStyle[];
  lines: PlacedLine[];
  /** Size of the text in points; it may exceed the box. */
  width: number;
  height: number;
  /** Errors that prevent printing. */
  problems: TextProblem[];
}

export type TextBox = TextContent & { width: number; height: number };

/** What the design says of all its texts. */
export type TextSetting = Pick<Design, 'locale' | 'renderingVersion'>;

/** Text in NFC with `\n` as the only line break and without control characters. */
function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, (control) => (control === '\n' ? '\n' : ''));
}

/** The smallest size that shrink-to-fit may use, in points. */
function minimumSize(box: Pick<TextContent, 'fontSize' | 'minFontSize'>): number {
  return Math.min(box.fontSize, box.minFontSize ?? box.fontSize / 2);
}

function heightOf(lines: number, size: number, lineHeight: number): number {
  return lines === 0 ? 0 : size * lineFactor * ((lines - 1) * lineHeight + 1);
}

/**
 * Lays out a text in a box, in points; the editor and the PDF use the same layout. Lines break at spaces only, and a
 * word longer than the box widens the text. Throws RangeError for a family that `fonts` does not have.
 */
export function layoutText(box: TextBox, fonts: Fonts, _setting: TextSetting): TextLayout {
  const text = box.paragraphs.map(({ runs }) => runs.map((run) => run.text).join('')).join('\n');
  const chain = fonts.chain(box.fontFamily, box.fontWeight, box.italic);
  if (!chain) throw new RangeError(`no font family ${box.fontFamily}`);
  const spacing = box.charSpacing / 1000;
  const problems: TextProblem[] = [];
  const space = shapeText(chain, ' ', false, spacing);

  const paragraphs = normalizeText(text)
    .split('\n')
    .map((paragraph): Paragraph => {
      const bidi = paragraphLevels(paragraph);
      let start = 0;
      const words = paragraph.split(' ').map((word): Word => {
        const at = start;
        start += word.length + 1;
        const parts = bidi ? splitByLevel(word, at, bidi.levels) : [{ text: word, level: 0 }];
        const shaped = word
          ? parts.map((part) => ({
              level: part.level,
              ...shapeText(chain, part.text, part.level % 2 === 1, spacing),
            }))
          : [];
        let em = 0;
        for (const part of shaped) {
          em += part.em;
          problems.push(...part.problems);
        }
        return { parts: shaped, em, start: at };
      });
      return { words, bidi };
    });
  const spacings = { space: space.em, letter: spacing };
  let longest = 0;
  for (const { words } of paragraphs) for (const { em } of words) longest = Math.max(longest, em - spacing);

  let size = box.fontSize;
  if (box.fit === 'shrink') {
    const fits = (candidate: number) => {
      if (longest * candidate > box.width + tolerance) return false;
      const count = breakLines(paragraphs, box.width / candidate + tolerance, spacings).length;
      if (box.maxLines !== null && count > box.maxLines) return false;
      return heightOf(count, candidate, box.lineHeight) <= box.height + tolerance;
    };
    const minSize = minimumSize(box);
    const steps = Math.ceil((box.fontSize - minSize) / shrinkStep);
    const sizeAt = (step: number) => Math.max(minSize, box.fontSize - step * shrinkStep);
    let [low, high] = [0, steps];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fits(sizeAt(middle))) high = middle;
      else low = middle + 1;
    }
    size = sizeAt(low);
    if (!fits(size)) problems.push({ code: 'text_does_not_fit', minSize });
  }

  const width = Math.max(box.width, longest * size);
  const lines = breakLines(paragraphs, width / size + tolerance, spacings);
  const height = heightOf(lines.length, size, box.lineHeight);
  const free = box.height - height;
  const top = box.verticalAlign === 'top' ? 0 : box.verticalAlign === 'middle' ? free / 2 : free;
  let widest = 0;
  const placed = lines.map((line, index): PlacedLine => {
    const lineWidth = Math.max(0, line.em - spacing) * size;
    widest = Math.max(widest, lineWidth);
    const stretch =
      box.align === 'justify' && !line.last && line.spaces > 0 ? (width - lineWidth) / line.spaces : 0;
    const slack = width - lineWidth;
    // The last line of a justified right-to-left paragraph is aligned right.
    const toRight =
      box.align === 'right' ||
      box.align === (line.paragraph.bidi?.base === 1 ? 'start' : 'end') ||
      (box.align === 'justify' && line.paragraph.bidi?.base === 1);
    const x = stretch > 0 ? 0 : box.align === 'center' ? slack / 2 : toRight ? slack : 0;
    const baseline = top + index * size * lineFactor * box.lineHeight + size * lineFactor * baseLineFactor;
    return {
      x,
      width: stretch > 0 ? width : lineWidth,
      baseline,
      pieces: place(line, space.pieces, x, size, stretch),
    };
  });
  const { fill, underline, lineThrough } = box;
  return {
    fontSize: size,
    styles: [{ fill, underline, lineThrough }],
    lines: placed,
    width: widest,
    height,
    problems,
  };
}

function splitByLevel(word: string, start: number, levels: Uint8Array): { text: string; level: number }[] {
  const parts: { text: string; level: number }[] = [];
  for (let index = 0; index < word.length; index += 1) {
    const level = levels[start + index] ?? 0;
    const last = parts.at(-1);
    if (last && last.level === level) last.text += word[index];
    else parts.push({ text: word[index] as string, level });
  }
  return parts;
}

function place(line: Line, space: readonly Piece[], x: number, size: number, stretch: number): PlacedPiece[] {
  const bidi = line.paragraph.bidi;
  let segments: { level: number; pieces: readonly Piece[]; space: boolean }[] = [];
  for (const [index, word] of line.words.entries()) {
    if (index > 0) segments.push({ level: bidi?.levels[word.start - 1] ?? 0, pieces: space, space: true });
    for (const part of word.parts) segments.push({ level: part.level, pieces: part.pieces, space: false });
  }
  if (bidi) segments = visualOrder(segments);
  const placed: PlacedPiece[] = [];
  let pen = x;
  for (const segment of segments) {
    for (const piece of segment.pieces) {
      const width = piece.em * size;
      placed.push({
        face: piece.face,
        run: piece.run,
        x: pen,
        width,
        spacing: piece.spacing * size,
        size,
        style: 0,
      });
      pen += width;
    }
    if (segment.space) pen += stretch;
  }
  return placed;
}
