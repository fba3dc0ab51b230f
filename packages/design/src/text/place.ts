import { visualOrder } from './bidi.ts';
import type { FontFace, ShapedRun } from './face.ts';
import type { Item, Span } from './hard-lines.ts';
import type { Line } from './lines.ts';
import { partOfRun } from './shaped.ts';
import { endOf, type SourceMap, startOf } from './source.ts';
import type { RunStyle, TextStyle } from './styles.ts';

/** The source range of a piece's text, in UTF-16 code units of the text of its run. */
export interface PieceSource {
  /** Indexes of the paragraph and of the run within it. */
  paragraph: number;
  run: number;
  start: number;
  end: number;
  /** The source range of each code unit of the piece's text; null when the text equals the source from `start`. */
  map: SourceMap | null;
}

export interface PlacedPiece {
  face: FontFace;
  run: ShapedRun;
  /** Left edge and width in points, from the left edge of the element's box. */
  x: number;
  width: number;
  /** Letter spacing after each character cluster, in points. */
  spacing: number;
  /** The font size, in points. */
  size: number;
  /** The index of its style in the `styles` of the layout. */
  style: number;
  /** The embedding level (Unicode Annex 9); odd = right to left. */
  level: number;
  source: PieceSource;
  /** Whether it is the visible hyphen of a soft hyphen at the end of a line. */
  isSoftHyphen: boolean;
}

/** A position in the source: the indexes of a paragraph and its run, and an offset in UTF-16 code units into the run. */
export interface LineSource {
  paragraph: number;
  run: number;
  offset: number;
}

/** A text decoration: its upper left corner and its size in points, from the upper left corner of the element's box. */
export interface Decoration {
  kind: 'underline' | 'lineThrough';
  x: number;
  y: number;
  width: number;
  height: number;
  /** The index of the style that gives its colour. */
  style: number;
}

/** The source range of a cluster, which all its glyphs represent together. */
export function sourceOfCluster(
  { run, source }: PlacedPiece,
  cluster: number,
): { start: number; end: number } {
  let next = run.text.length;
  for (const glyph of run.glyphs) if (glyph.cluster > cluster && glyph.cluster < next) next = glyph.cluster;
  const { map } = source;
  if (!map) return { start: source.start + cluster, end: source.start + next };
  return { start: startOf(map, cluster), end: endOf(map, Math.max(cluster, next - 1)) };
}

/** The empty source range after a code unit of a line's text. */
function behind(span: Span, index: number): PieceSource {
  const at = endOf(span.map, span.offset + index - span.start);
  return { paragraph: span.paragraph, run: span.run, start: at, end: at, map: null };
}

function sourceOf(span: Span, start: number, end: number): PieceSource {
  const from = span.offset + start - span.start;
  const to = from + end - start;
  const { paragraph, run, map } = span;
  if (!map) return { paragraph, run, start: from, end: to, map: null };
  const own = { starts: map.starts.subarray(from, to), ends: map.ends.subarray(from, to) };
  return { paragraph, run, start: startOf(map, from), end: endOf(map, to - 1), map: own };
}

/** The position in the source where the text of a line begins. */
export function lineSource({ of, items, hanging }: Line): LineSource {
  const index = items[0]?.start ?? hanging[0]?.start ?? 0;
  const span = of.spans.findLast(({ start }) => start <= index) ?? (of.spans[0] as Span);
  const { paragraph, run, map } = span;
  const at = span.offset + index - span.start;
  const isBehind = map !== null && at >= map.starts.length;
  return { paragraph, run, offset: isBehind ? (map.ends.at(-1) ?? 0) : startOf(map, at) };
}

/** Ideographs and kana, between which CSS `text-justify: auto` adds space as between words. */
const stretchesAround =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uff65]/u;
const spaces = /[ \u00a0]/;

/** The justification opportunities of a line: the indexes of its text after which space is added. */
export function stretchesOf({ of, items }: Line): number[] {
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  const { text } = of;
  const places: number[] = [];
  for (let index = start; index + 1 < end; index += 1) {
    const code = text.charCodeAt(index);
    // Not between the halves of a surrogate pair.
    if (code >= 0xd800 && code < 0xdc00) continue;
    const next = text.slice(index + 1, index + 3);
    if (spaces.test(text[index] as string)) places.push(index);
    else if (code > 0x2e7f || next.charCodeAt(0) > 0x2e7f) {
      const own = text.slice(code >= 0xdc00 && code < 0xe000 ? index - 1 : index, index + 1);
      const isMark = /^\p{M}/u.test(next);
      const stretches =
        stretchesAround.test(own) || (stretchesAround.test(next) && !spaces.test(next[0] as string));
      if (stretches && !isMark) places.push(index);
    }
  }
  return places;
}

/** Adds `room`, in font units, to the advance of the clusters that end at an index for which `isAfter` is true. */
function stretchRun(run: ShapedRun, isAfter: (index: number) => boolean, room: number): ShapedRun {
  const starts = [...new Set(run.glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? run.text.length]));
  let advance = 0;
  const glyphs = run.glyphs.map((glyph, index) => {
    const isLast = run.glyphs[index + 1]?.cluster !== glyph.cluster;
    const wider = isLast && isAfter((ends.get(glyph.cluster) as number) - 1);
    const own = wider ? { ...glyph, advance: glyph.advance + room } : glyph;
    advance += own.advance;
    return own;
  });
  return { ...run, glyphs, advance };
}

/** A drawn part of a line: the part of an item that comes from one run, or a hyphen. */
interface Segment {
  level: number;
  face: FontFace;
  run: ShapedRun;
  /** The index of its text in the line's. */
  start: number;
  /** In ems of the piece's own size. */
  em: number;
  spacing: number;
  style: RunStyle;
  /** The span of the run that gives its colour; it may have been shaped together with other runs. */
  span: Span;
  source: PieceSource;
  isSoftHyphen?: boolean;
}

function* segmentsOf(line: Line, items: readonly Item[]): Generator<Segment> {
  const { spans } = line.of;
  let index = 0;
  for (const { piece, start, end, from, level, style } of items) {
    const { face, spacing } = piece;
    while (index > 0 && (spans[index] as Span).start > start) index -= 1;
    while ((spans[index] as Span).end <= start) index += 1;
    for (let at = start; at < end; ) {
      const span = spans[index] as Span;
      const clusters = piece.run.glyphs;
      let stop = Math.min(end, span.end);
      // A cluster with letters of two runs belongs to the first run.
      while (stop < end && !clusters.some(({ cluster }) => cluster === from + stop - start)) stop += 1;
      const run = partOfRun(piece.run, from + at - start, from + stop - start);
      const em = run === piece.run ? piece.em : emOf(run, face, spacing);
      const source = sourceOf(span, at, Math.min(stop, span.end));
      yield { level, face, run, start: at, em, spacing, style, span, source };
      at = stop;
      while (index + 1 < spans.length && (spans[index] as Span).end <= at) index += 1;
    }
  }
}

function emOf(run: ShapedRun, face: FontFace, spacing: number): number {
  const em = run.advance / face.unitsPerEm;
  if (spacing === 0) return em;
  return em + new Set(run.glyphs.map(({ cluster }) => cluster)).size * spacing;
}

/** The parameters of `placePieces` besides the line. */
export interface Placing {
  /** Left edge, baseline and the font size of the element, in points. */
  x: number;
  baseline: number;
  size: number;
  /** Points to add at each of `stretches`. */
  stretch: number;
  stretches: readonly number[];
  /** The styles of the layout. */
  styles: readonly TextStyle[];
}

export interface PlacedText {
  pieces: PlacedPiece[];
  decorations: Decoration[];
}

/** Positions the pieces of a line from left to right (rule L2), with hanging white space after the line end (L1). */
export function placePieces(line: Line, placing: Placing): PlacedText {
  const { x, size, stretch, stretches, styles } = placing;
  const shown = [...segmentsOf(line, line.items)];
  if (line.hyphen) {
    const { piece, after } = line.hyphen;
    const span = line.of.spans.findLast(({ start }) => start < after.end) as Span;
    const { face, run, em, spacing } = piece;
    const own = { level: after.level, style: after.style, span, source: behind(span, after.end - 1) };
    shown.push({ face, run, em, spacing, start: after.end, ...own, isSoftHyphen: true });
  }
  const pieces: PlacedPiece[] = [];
  const isDecorated = styles.some(({ underline, lineThrough }) => underline || lineThrough);
  const strokes: Stroke[] = [];
  const after = new Set(stretches);
  let pen = x;
  const place = (segment: Segment): void => {
    const { face, em, span, level, source, spacing, start, isSoftHyphen = false } = segment;
    const own = size * segment.style.scale;
    let { run } = segment;
    const left = pen;
    pen += em * own;
    if (after.size > 0) {
      let count = 0;
      for (let index = start; index < start + run.text.length; index += 1) if (after.has(index)) count += 1;
      if (count > 0) {
        run = stretchRun(run, (index) => after.has(start + index), (stretch / own) * face.unitsPerEm);
        pen += stretch * count;
      }
    }
    const { style } = span.style;
    const place = { x: left, width: pen - left, spacing: spacing * own, size: own };
    pieces.push({ face, run, ...place, style, level, source, isSoftHyphen });
  };
  for (const segment of visualOrder(shown)) {
    const left = pen;
    place(segment);
    if (isDecorated) {
      strokes.push({ left, right: pen, of: segment.span.style, size: size * segment.style.scale });
    }
  }
  const right = pen;
  if (line.hanging.length > 0) {
    const level = line.of.base;
    const hanging = [...segmentsOf(line, line.hanging)].map((segment) => ({ ...segment, level }));
    if (level === 1) pen = x - hanging.reduce((sum, { em, style }) => sum + em * size * style.scale, 0);
    for (const segment of visualOrder(hanging)) place(segment);
  }
  if (!isDecorated) return { pieces, decorations: [] };
  const end = stretch > 0 ? right : Math.min(right, x + line.width * size);
  return { pieces, decorations: decorationsOf(strokes, { ...placing, end }) };
}

/** The horizontal extent of a segment in its line, for decorations. */
interface Stroke {
  left: number;
  right: number;
  of: RunStyle;
  size: number;
}

/** Underlines and strikeouts of a line's text, one for adjacent segments of the same style. */
function decorationsOf(
  strokes: readonly Stroke[],
  { baseline, styles, end }: Placing & { end: number },
): Decoration[] {
  const found: Decoration[] = [];
  for (const kind of ['underline', 'lineThrough'] as const) {
    let previous: { decoration: Decoration; of: RunStyle; size: number; right: number } | undefined;
    for (const { left, right, of, size } of strokes) {
      if (!styles[of.style]?.[kind]) {
        previous = undefined;
        continue;
      }
      const { position, thickness } = of.metrics[kind];
      if (previous?.of === of && previous.size === size) {
        previous.right = right;
      } else {
        const place = { x: left, y: baseline + position * size, width: 0, height: thickness * size };
        const decoration: Decoration = { kind, ...place, style: of.style };
        previous = { decoration, of, size, right };
        found.push(decoration);
      }
      // The letter spacing after the last character of a line is not decorated.
      const { decoration } = previous;
      decoration.width = Math.min(previous.right, end) - decoration.x;
    }
  }
  return found;
}
