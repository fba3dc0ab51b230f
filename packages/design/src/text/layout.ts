import type { TextContent } from '@sello/contracts';
import type { WordFinder } from './breaks/opportunities.ts';
import type { Fonts } from './face.ts';
import { type HardLine, hardLinesOf, type LayoutProblem } from './hard-lines.ts';
import { type Available, breakLine, type Line, wholeLine } from './lines.ts';
import { type Stack, stackLines } from './metrics.ts';
import {
  type Decoration,
  type LineSource,
  lineSource,
  type PlacedPiece,
  placePieces,
  stretchesOf,
} from './place.ts';
import { RunStyles, type TextSetting, type TextStyle } from './styles.ts';

/** Step of shrink-to-fit, in points. */
const shrinkStep = 0.25;
const tolerance = 1e-6;

export interface PlacedLine {
  /** Left edge and width without hanging white space, in points from the left edge of the element's box. */
  x: number;
  width: number;
  /** Upper edge, height and baseline, in points below the top of the element's box. */
  top: number;
  height: number;
  baseline: number;
  /** From left to right; hanging white space comes last. */
  pieces: PlacedPiece[];
  decorations: Decoration[];
  /** Where its text begins in the source; also set for a line without pieces. */
  source: LineSource;
}

export interface TextLayout {
  /** The font size of the element that was used, in points: smaller than the design's when the text was shrunk. */
  fontSize: number;
  styles: readonly TextStyle[];
  lines: PlacedLine[];
  /** Size of the text in points; it may exceed the box. */
  width: number;
  height: number;
  /** Errors that prevent printing. */
  problems: LayoutProblem[];
}

export type TextBox = TextContent & { width: number; height: number };

/** The smallest size that shrink-to-fit may use, in points. */
function minimumSize(box: Pick<TextContent, 'fontSize' | 'minFontSize'>): number {
  return Math.min(box.fontSize, box.minFontSize ?? box.fontSize / 2);
}

/** A text broken into lines at one font size. */
interface Setting {
  size: number;
  lines: Line[];
  stack: Stack;
}

/**
 * Lays out a text in a box, in points: breaks paragraphs into lines, aligns them and positions every glyph. The canvas
 * and the PDF draw the same layout. Throws RangeError for a family that `fonts` does not have.
 */
export function layoutText(box: TextBox, fonts: Fonts, setting: TextSetting): TextLayout {
  const styles = new RunStyles(box, fonts, setting);
  const { lines: hardLines, problems } = hardLinesOf(box, styles);
  const { words } = setting;
  const set = box.fit === 'shrink' ? shrink(box, hardLines, words, problems) : undefined;
  const { size, lines, stack } = set ?? setLines(box, hardLines, box.fontSize, words);
  const free = box.height - stack.height;
  const top = box.verticalAlign === 'top' ? 0 : box.verticalAlign === 'middle' ? free / 2 : free;
  let widest = 0;
  const placed = lines.map((line, index): PlacedLine => {
    const stand = stack.stands[index] as Stack['stands'][number];
    const { left, room } = placeIn(line, box.width);
    const lineWidth = line.width * size;
    widest = Math.max(widest, lineWidth + box.width - room);
    const stretches = line.of.paragraph.align === 'justify' && !line.last ? stretchesOf(line) : [];
    const stretch = stretches.length > 0 ? Math.max(0, (room - lineWidth) / stretches.length) : 0;
    const x = left + (stretch > 0 ? 0 : offsetOf(line, room - lineWidth));
    const baseline = top + stand.baseline;
    return {
      x,
      width: stretch > 0 ? room : lineWidth,
      top: top + stand.top,
      height: stand.height,
      baseline,
      ...placePieces(line, { x, baseline, size, stretch, stretches, styles: styles.styles }),
      source: lineSource(line),
    };
  });
  return {
    fontSize: size,
    styles: styles.styles,
    lines: placed,
    width: widest,
    height: stack.height,
    problems,
  };
}

/** The available width of the lines of each paragraph, in ems of `size`. */
function availableOf(box: TextBox, size: number): Available {
  return {
    width: (line) => (box.width - indentOf(line)) / size + tolerance,
    breaksWords: box.fit === 'break',
    spacing: box.charSpacing / 1000,
  };
}

/** Indent of a line in points: a positive one applies to the first line of a paragraph, a negative one to the others. */
function indentOf({ of, first }: Pick<Line, 'of' | 'first'>): number {
  const { indent } = of.paragraph;
  return first ? Math.max(0, indent) : Math.max(0, -indent);
}

/** The left edge and the available width of a line, in points. */
function placeIn(line: Line, width: number): { left: number; room: number } {
  const indent = indentOf(line);
  return { left: line.of.base === 1 ? 0 : indent, room: width - indent };
}

/** Points between the left edge of the available width and that of the text; `free` is the unused width. */
function offsetOf({ of }: Line, free: number): number {
  const { align } = of.paragraph;
  const isRightToLeft = of.base === 1;
  // A line that is too long is start-aligned (CSS Text 3, 7.1).
  if (free < 0) return isRightToLeft ? free : 0;
  if (align === 'center') return free / 2;
  if (align === 'right' || align === (isRightToLeft ? 'start' : 'end')) return free;
  // The last line of a justified right-to-left paragraph is aligned right.
  return align === 'justify' && isRightToLeft ? free : 0;
}

function setLines(
  box: TextBox,
  hardLines: readonly HardLine[],
  size: number,
  words: WordFinder | undefined,
): Setting {
  const available = availableOf(box, size);
  const lines = hardLines.flatMap((line) => breakLine(line, available, words));
  return { size, lines, stack: stackLines(lines, size) };
}

/** The text at the largest size, in steps down from the element's own, at which it fits its box. */
function shrink(
  box: TextBox,
  hardLines: readonly HardLine[],
  words: WordFinder | undefined,
  problems: LayoutProblem[],
): Setting {
  const minSize = minimumSize(box);
  const steps = Math.ceil((box.fontSize - minSize) / shrinkStep);
  const sizeAt = (step: number) => Math.max(minSize, box.fontSize - step * shrinkStep);
  const fits = ({ size, lines, stack }: Setting) =>
    (box.maxLines === null || lines.length <= box.maxLines) &&
    lines.every((line) => line.width * size <= box.width - indentOf(line) + tolerance) &&
    stack.height <= box.height + tolerance;
  // When no line may break, as for names, the lines are the same at every size.
  const isUnbroken = box.maxLines !== null && box.maxLines <= hardLines.length;
  const wholes = isUnbroken ? hardLines.map(wholeLine) : null;
  const tried = new Map<number, Setting>();
  const at = (step: number): Setting => {
    let set = tried.get(step);
    if (!set) {
      const size = sizeAt(step);
      set = wholes
        ? { size, lines: wholes, stack: stackLines(wholes, size) }
        : setLines(box, hardLines, size, words);
      tried.set(step, set);
    }
    return set;
  };
  if (fits(at(0))) return at(0);
  // A text that does not fit at the smallest size is not tried at the sizes between.
  let [low, high] = fits(at(steps)) ? [1, steps] : [steps, steps];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(at(middle))) high = middle;
    else low = middle + 1;
  }
  if (fits(at(low))) return at(low);
  problems.push({ problem: { code: 'text_does_not_fit', minSize }, text: 0 });
  return setLines(box, hardLines, minSize, words);
}
