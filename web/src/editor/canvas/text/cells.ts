import type { TextContent } from '@sello/contracts';
import { type PlacedPiece, sourceOfCluster, type TextLayout } from '@sello/design';

/** A character cluster of a line, in points from the left edge of the element's box. */
export interface Cell {
  /** The source it shows: offsets in UTF-16 units into the texts of its paragraph's runs. */
  from: number;
  to: number;
  left: number;
  right: number;
  rightToLeft: boolean;
  /** Of its face at its size, in points: above and below the base line. */
  ascent: number;
  descent: number;
}

export interface CellLine {
  paragraph: number;
  /** The source of the line: it ends where the next one begins, behind a line feed if there is one. */
  from: number;
  to: number;
  /** Whether its last character is a line feed. */
  hasFeed: boolean;
  /** In points from the corner of the element's box. */
  x: number;
  top: number;
  height: number;
  baseline: number;
  /** From left to right. */
  cells: readonly Cell[];
}

export interface TextCells {
  lines: readonly CellLine[];
  /** The text of each paragraph: that of its runs. */
  texts: readonly string[];
}

type Paragraphs = TextContent['paragraphs'];

const known = new WeakMap<TextLayout, TextCells>();

/** The layout of a text by its source. `paragraphs` are those that were laid out. */
export function cellsOf(layout: TextLayout, paragraphs: Paragraphs): TextCells {
  const cells = known.get(layout) ?? readCells(layout, paragraphs);
  known.set(layout, cells);
  return cells;
}

function readCells({ lines }: TextLayout, paragraphs: Paragraphs): TextCells {
  const texts = paragraphs.map(({ runs }) => runs.map(({ text }) => text).join(''));
  const starts = paragraphs.map(({ runs }) => {
    let at = 0;
    return runs.map(({ text }) => {
      at += text.length;
      return at - text.length;
    });
  });
  const begin = (paragraph: number, run: number) => starts[paragraph]?.[run] ?? 0;
  return {
    texts,
    lines: lines.map(({ source, pieces, x, top, height, baseline }, index): CellLine => {
      const { paragraph } = source;
      const next = lines[index + 1]?.source;
      const text = texts[paragraph] ?? '';
      const to = next?.paragraph === paragraph ? begin(paragraph, next.run) + next.offset : text.length;
      const hasFeed = next?.paragraph === paragraph && /[\n\v\f\r\x85\u2028\u2029]/.test(text[to - 1] ?? '');
      const cells = pieces.flatMap((piece) =>
        piece.isSoftHyphen ? [] : cellsIn(piece, begin(paragraph, piece.source.run)),
      );
      const from = begin(paragraph, source.run) + source.offset;
      return { paragraph, from, to, hasFeed, x, top, height, baseline, cells };
    }),
  };
}

function cellsIn(piece: PlacedPiece, begin: number): Cell[] {
  const { face, run, x, size, spacing } = piece;
  const scale = size / face.unitsPerEm;
  const { ascent, descent } = face.metrics;
  const cells: Cell[] = [];
  let pen = x;
  for (const [index, { cluster, advance }] of run.glyphs.entries()) {
    const right = pen + advance * scale;
    const last = cells.at(-1);
    if (last && run.glyphs[index - 1]?.cluster === cluster) {
      last.right = right;
    } else {
      const { start, end } = sourceOfCluster(piece, cluster);
      const place = { from: begin + start, to: begin + end, left: pen, right };
      const measures = { ascent: ascent * scale, descent: -descent * scale };
      cells.push({ ...place, rightToLeft: run.rightToLeft, ...measures });
    }
    pen = right;
    if (run.glyphs[index + 1]?.cluster !== cluster) {
      pen += spacing;
      (cells.at(-1) as Cell).right = pen;
    }
  }
  return cells;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The offsets in a cell at which a caret can stand, from its first to its last: between letters of a ligature too. */
export function stopsOf({ from, to }: Cell, text: string): number[] {
  const stops = [from];
  for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
    stops.push(from + index + segment.length);
  }
  return stops;
}

/** Where a stop of a cell lies: `share` of the way from its leading to its trailing edge. */
export function xAt({ left, right, rightToLeft }: Cell, share: number): number {
  return rightToLeft ? right - (right - left) * share : left + (right - left) * share;
}
