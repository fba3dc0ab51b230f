import type { TableElement } from '@sello/contracts';
import type { Fonts } from '../../text/face.ts';
import type { LayoutProblem } from '../../text/hard-lines.ts';
import { layoutText, type TextBox, type TextLayout } from '../../text/layout.ts';
import type { TextSetting } from '../../text/styles.ts';
import { plainText } from '../text/content.ts';

/** A filled area or a line of a table, in points from the top left corner of its box. */
export interface TableArea {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
}

export interface TableCell {
  /** 0 is the first row below the head; the head's own is null. */
  row: number | null;
  column: number;
  /** Where its text begins, in points from the top left corner of the box. */
  x: number;
  y: number;
  layout: TextLayout;
}

export interface TableLayout {
  /** The size used: smaller than asked for when the table shrank. */
  fontSize: number;
  /** Of all rows together, in points; it may exceed the box when there are problems. */
  height: number;
  /** Grounds of head and stripes, then lines, in the order of painting. */
  areas: readonly TableArea[];
  cells: readonly TableCell[];
  /** `text` is the column of a head, or the number of columns for the rows. */
  problems: readonly LayoutProblem[];
}

/** Step in which the size falls, in points. */
const shrinkStep = 0.25;
const tolerance = 1e-6;

/** The rows of a list: cut at its separators, without the spaces around, without what is empty. */
function tableRows({
  rows,
  rowSeparator,
  columnSeparator,
  columns,
}: Pick<TableElement, 'rows' | 'rowSeparator' | 'columnSeparator' | 'columns'>): string[][] {
  return rows
    .split(rowSeparator)
    .map((row) => row.split(columnSeparator).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => columns.map((_, column) => cells[column] ?? ''));
}

/** Lays out a filled table within its box; null when it has no rows. */
export function layoutTable(element: TableElement, fonts: Fonts, setting: TextSetting): TableLayout | null {
  const rows = tableRows(element);
  if (rows.length === 0) return null;
  const floor = Math.min(element.fontSize, element.minFontSize ?? element.fontSize / 2);
  const least = (size: number) => rows.length * (size * element.lineHeight + 2 * element.padding);
  const problem = { code: 'text_does_not_fit', minSize: floor } as const;
  const tooHigh = { problem, text: element.columns.length };
  // No size can be right, so that ten thousand rows are not set one by one to find that out.
  if (least(floor) > element.height + tolerance) {
    return { fontSize: floor, height: least(floor), areas: [], cells: [], problems: [tooHigh] };
  }
  const steps = Math.ceil((element.fontSize - floor) / shrinkStep);
  const sizeAt = (step: number) => Math.max(floor, element.fontSize - step * shrinkStep);
  let [low, high] = [0, steps];
  while (low < high) {
    const middle = (low + high) >> 1;
    const size = sizeAt(middle);
    const fits =
      least(size) <= element.height + tolerance &&
      setRows(element, rows, size, fonts, setting).height <= element.height + tolerance;
    if (fits) high = middle;
    else low = middle + 1;
  }
  const table = setRows(element, rows, sizeAt(low), fonts, setting);
  if (table.height <= element.height + tolerance) return table;
  return { ...table, problems: [...table.problems, tooHigh] };
}

function setRows(
  element: TableElement,
  rows: readonly (readonly string[])[],
  fontSize: number,
  fonts: Fonts,
  setting: TextSetting,
): TableLayout {
  const shares = element.columns.reduce((sum, { share }) => sum + share, 0);
  const widths = element.columns.map(({ share }) => (element.width * share) / shares);
  const lefts = widths.map((_, column) => widths.slice(0, column).reduce((sum, width) => sum + width, 0));
  const areas: TableArea[] = [];
  const cells: TableCell[] = [];
  const problems: LayoutProblem[] = [];
  const edges: number[] = [0];
  let top = 0;

  const setRow = (row: number | null, texts: readonly string[]): void => {
    const isHead = row === null;
    const laid = element.columns.map(({ align }, column) => {
      const width = Math.max(0, (widths[column] as number) - 2 * element.padding);
      const box: TextBox = {
        ...cellStyle,
        ...{ width, height: 0, align, fontSize, lineHeight: element.lineHeight, italic: element.italic },
        fontFamily: element.fontFamily,
        fontWeight: isHead ? element.headerWeight : element.fontWeight,
        fill: isHead ? element.headerFill : element.fill,
        paragraphs: plainText(texts[column] as string),
      };
      return layoutText(box, fonts, setting);
    });
    const height = Math.max(...laid.map((layout) => layout.height)) + 2 * element.padding;
    const ground = isHead ? element.headerGround : row % 2 === 1 ? element.stripe : null;
    if (ground) areas.push({ x: 0, y: top, width: element.width, height, fill: ground });
    for (const [column, layout] of laid.entries()) {
      const text = isHead ? column : element.columns.length;
      problems.push(...layout.problems.map(({ problem }) => ({ problem, text })));
      const place = { x: (lefts[column] as number) + element.padding, y: top + element.padding };
      cells.push({ row, column, ...place, layout });
    }
    top += height;
    edges.push(top);
  };
  if (element.header)
    setRow(
      null,
      element.columns.map(({ header }) => header),
    );
  for (const [index, row] of rows.entries()) setRow(index, row);
  return {
    fontSize,
    height: top,
    areas: [...areas, ...linesOf(element, edges, lefts, top)],
    cells,
    problems,
  };
}

/** Lines centred on the edges of rows, and of columns in a grid. */
function linesOf(
  { lines, width, stroke: fill, strokeWidth }: TableElement,
  edges: readonly number[],
  lefts: readonly number[],
  height: number,
): TableArea[] {
  if (lines === 'none' || strokeWidth === 0) return [];
  const half = strokeWidth / 2;
  const inner = lines === 'rows' ? edges.slice(1, -1) : edges;
  const across = inner.map((y) => ({ x: 0, y: y - half, width, height: strokeWidth, fill }));
  if (lines === 'rows') return across;
  const down = [...lefts, width].map((x) => ({ x: x - half, y: 0, width: strokeWidth, height, fill }));
  return [...across, ...down];
}

/** What a table says nothing of. */
const cellStyle = {
  underline: false,
  lineThrough: false,
  letterCase: 'none',
  charSpacing: 0,
  language: null,
  direction: 'auto',
  indent: 0,
  spaceBefore: 0,
  spaceAfter: 0,
  verticalAlign: 'top',
  fit: 'break',
  minFontSize: null,
  maxLines: null,
} as const;
