import type { TextContent } from '@sello/contracts';
import { baseLevel, type Levels, nestsTooDeep, textLevels } from './bidi.ts';
import {
  contextLength,
  endlessMark,
  noContext,
  type Piece,
  type ShapeContext,
  shapeText,
  type TextProblem,
} from './pieces.ts';
import { mapRun } from './run-text.ts';
import { joins } from './scripts.ts';
import { pick, type SourceMap } from './source.ts';
import { type ParagraphStyle, paragraphStyle, type RunStyle, type RunStyles } from './styles.ts';

/** The part of a line's text that comes from one run. */
export interface Span {
  start: number;
  end: number;
  paragraph: number;
  /** Index of the run in its paragraph, and in the element. */
  run: number;
  text: number;
  style: RunStyle;
  /** Where the span begins in the run's converted text, and the map from that text to its source. */
  offset: number;
  map: SourceMap | null;
}

/** A piece, or a part of one, at its position in a line's text. */
export interface Item {
  piece: Piece;
  /** In the line's text. */
  start: number;
  end: number;
  /** The index of `start` in the text of the piece's run. */
  from: number;
  level: number;
  style: RunStyle;
}

/** An error and the index in the element of the run that it is about. */
export interface LayoutProblem {
  problem: TextProblem;
  text: number;
}

/** Text between forced line breaks, which the design or a value contains. */
export interface HardLine {
  text: string;
  /** The text before the layout controls were removed, and the indexes of the code units kept; null if none were. */
  whole: { text: string; kept: readonly number[] } | null;
  spans: readonly Span[];
  base: 0 | 1;
  items: readonly Item[];
  paragraph: ParagraphStyle;
  /** Whether it is the first, and the last, line of its paragraph. */
  first: boolean;
  last: boolean;
}

export interface HardLines {
  lines: HardLine[];
  problems: LayoutProblem[];
}

/** Invisible characters that control line breaks or direction: soft hyphen, zero-width space, bidi controls. */
const layoutControls = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/;

/** Prepares a text for line breaking: runs in NFC and letter case, split at forced breaks, with bidi levels, shaped. */
export function hardLinesOf(box: TextContent, styles: RunStyles): HardLines {
  const problems: LayoutProblem[] = [];
  const lines: HardLine[] = [];
  let text = 0;
  for (const [index, paragraph] of box.paragraphs.entries()) {
    const style = paragraphStyle(box, paragraph);
    const spans: Span[] = [];
    let whole = '';
    const [endless] = paragraph.runs.flatMap((run, at) => {
      const character = endlessMark(run.text);
      return character === null ? [] : [{ character, at }];
    });
    if (endless) {
      const { character, at } = endless;
      problems.push({ problem: { code: 'text_too_complex', character }, text: text + at });
      text += paragraph.runs.length;
      continue;
    }
    for (const [run, content] of paragraph.runs.entries()) {
      const own = styles.of(content);
      const mapped = mapRun(content.text, own);
      const start = whole.length;
      whole += mapped.text;
      const place = { start, end: whole.length, paragraph: index, run, text: text + run };
      spans.push({ ...place, style: own, offset: 0, map: mapped.map });
    }
    if (nestsTooDeep(whole)) {
      problems.push({ problem: { code: 'text_too_complex', character: 'U+2066' }, text });
    } else {
      const parts = whole.split('\n');
      const base = parts.length > 1 ? baseLevel(whole, style.direction) : null;
      let start = 0;
      for (const [place, part] of parts.entries()) {
        const isEdge = { first: place === 0, last: place === parts.length - 1 };
        const own = spansWithin(spans, start, start + part.length);
        const line = lineOf(part, own, base, style, problems);
        // An empty line is as high as text of its run would be.
        const at = spans.findLast((span) => span.start <= start) ?? spans[0];
        if (line.spans.length === 0) line.spans = emptySpan(at, index, styles, start);
        lines.push({ ...line, ...isEdge, paragraph: style });
        start += part.length + 1;
      }
    }
    text += paragraph.runs.length;
  }
  return { lines, problems };
}

function emptySpan(at: Span | undefined, paragraph: number, styles: RunStyles, start: number): Span[] {
  const empty = { start: 0, end: 0 };
  if (at) return [{ ...at, ...empty, offset: start - at.start }];
  return [{ ...empty, paragraph, run: 0, text: 0, style: styles.of(undefined), offset: 0, map: null }];
}

function spansWithin(spans: readonly Span[], start: number, end: number): Span[] {
  if (spans.length === 1 && start === 0 && end === spans[0]?.end && end > 0) return [...spans];
  return spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => {
      const from = Math.max(span.start, start);
      const place = { start: from - start, end: Math.min(span.end, end) - start };
      return { ...span, ...place, offset: from - span.start };
    });
}

type Unplaced = Omit<HardLine, 'first' | 'last' | 'paragraph' | 'spans'> & { spans: Span[] };

function lineOf(
  text: string,
  spans: Span[],
  base: 0 | 1 | null,
  { direction }: ParagraphStyle,
  problems: LayoutProblem[],
): Unplaced {
  const levels = textLevels(text, base === null ? direction : base === 1 ? 'rtl' : 'ltr');
  const line: Unplaced = { text, whole: null, spans, base: levels.base, items: [] };
  if (layoutControls.test(text)) withoutControls(line, levels);
  line.items = shapeLine(line.text, line.spans, levels, problems);
  return line;
}

/** Removes the layout controls from a line: its levels are resolved, and its breaks are found in `whole`. */
function withoutControls(line: Unplaced, levels: Levels): void {
  const { text } = line;
  const kept: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    if (!layoutControls.test(text[index] as string)) kept.push(index);
  }
  line.whole = { text, kept };
  line.text = kept.map((index) => text[index]).join('');
  if (levels.levels) levels.levels = Uint8Array.from(kept, (index) => levels.levels?.[index] ?? 0);
  let at = 0;
  line.spans = line.spans.flatMap((span) => {
    const start = at;
    while (at < kept.length && (kept[at] as number) < span.end) at += 1;
    if (at === start) return [];
    const indexes = kept.slice(start, at).map((index) => index - span.start + span.offset);
    return [
      {
        ...span,
        start,
        end: at,
        offset: 0,
        map: pick(span.map, indexes, span.end - span.start + span.offset),
      },
    ];
  });
}

const sameShape = (a: RunStyle, b: RunStyle): boolean =>
  a === b ||
  (a.shape.chain === b.shape.chain &&
    a.shape.spacing === b.shape.spacing &&
    a.shape.language === b.shape.language &&
    a.scale === b.scale);

function shapeLine(
  text: string,
  spans: readonly Span[],
  { levels, base }: Levels,
  problems: LayoutProblem[],
): Item[] {
  const items: Item[] = [];
  const textAt = (index: number) => spans.find((span) => index < span.end)?.text ?? 0;
  const levelAt = (index: number) => levels?.[index] ?? base;
  const add = (start: number, end: number, level: number, style: RunStyle) => {
    const part = text.slice(start, end);
    const shaped = shapeText(style.shape, part, level % 2 === 1, contextOf(text, start, end));
    for (const { problem, at } of shaped.problems) problems.push({ problem, text: textAt(start + at) });
    for (const piece of shaped.pieces) {
      const from = start + piece.start;
      items.push({ piece, start: from, end: from + piece.run.text.length, from: 0, level, style });
    }
  };
  for (let [index, start] = [0, 0]; start < text.length; ) {
    while ((spans[index] as Span).end <= start) index += 1;
    const { style } = spans[index] as Span;
    let end = (spans[index] as Span).end;
    for (
      let next = index + 1;
      next < spans.length && sameShape((spans[next] as Span).style, style);
      next += 1
    ) {
      end = (spans[next] as Span).end;
    }
    const level = levelAt(start);
    if (levels) {
      let same = start + 1;
      while (same < end && levelAt(same) === level) same += 1;
      end = same;
    }
    add(start, end, level, style);
    start = end;
  }
  return items;
}

/** The text that the first and last letters of a range may join with. */
function contextOf(text: string, start: number, end: number): ShapeContext {
  const joinsBefore = start > 0 && joins(text, start);
  const joinsAfter = end < text.length && joins(text, end);
  if (!joinsBefore && !joinsAfter) return noContext;
  return {
    before: joinsBefore ? text.slice(Math.max(0, start - contextLength), start) : '',
    after: joinsAfter ? text.slice(end, end + contextLength) : '',
  };
}
