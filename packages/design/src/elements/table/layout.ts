import type { TableElement } from '@sello/contracts';
import type { Fonts } from '../../text/face.ts';
import type { LayoutProblem } from '../../text/hard-lines.ts';
import { layoutText, type TextBox, type TextLayout } from '../../text/layout.ts';
import type { TextSetting } from '../../text/styles.ts';
import { plainText } from '../text/content.ts';

/** A background or a line of a table, in points from the top left corner of its box. */
export interface TableArea {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
}

export interface TableCell {
  /** 0 is the first row below the header row; null for a cell of the header row. */
  row: number | null;
  column: number;
  /** The top left corner of its text, inside the padding, in points from the top left corner of the box. */
  x: number;
  y: number;
  layout: TextLayout;
}

export interface TableLayout {
  /** The font size used: smaller than the element's when the table was shrunk to fit. */
  fontSize: number;
  /** The height of all rows, in points; it may exceed the box when there are problems. */
  height: number;
  /** Backgrounds of the header row and of stripes, then lines, in painting order. */
  areas: readonly TableArea[];
  cells: readonly TableCell[];
  /**
   * `text` is the index into the element's `texts`: the column of a header cell, the number of columns for the rows.
   */
  problems: readonly LayoutProblem[];
}

/** Step by which the font size is reduced, in points. */
const shrinkStep = 0.25;
const tolerance = 1e-6;

/** Splits a list at its separators and trims the cells. Empty rows are dropped, missing cells are empty. */
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
  const minHeight = (size: number) => rows.length * (size * element.lineHeight + 2 * element.padding);
  const problem = { code: 'text_does_not_fit', minSize: floor } as const;
  const overflow = { problem, text: element.columns.length };
  // Rows of one line each do not fit at the smallest size: ten thousand rows are rejected without laying them out.
  if (minHeight(floor) > element.height + tolerance) {
    return { fontSize: floor, height: minHeight(floor), areas: [], cells: [], problems: [overflow] };
  }
  const steps = Math.ceil((element.fontSize - floor) / shrinkStep);
  const sizeAt = (step: number) => Math.max(floor, element.fontSize - step * shrinkStep);
  const isWithin = ({ height }: { height: number }) => height <= element.height + tolerance;
  const layoutAt = (step: number) => layoutRows(element, rows, sizeAt(step), fonts, setting);
  // Most tables fit as they are, and a layout is expensive.
  const whole = isWithin({ height: minHeight(sizeAt(0)) }) ? layoutAt(0) : null;
  if (whole && isWithin(whole)) return whole;
  let [low, high] = [Math.min(1, steps), steps];
  while (low < high) {
    const middle = (low + high) >> 1;
    const fits = isWithin({ height: minHeight(sizeAt(middle)) }) && isWithin(layoutAt(middle));
    if (fits) high = middle;
    else low = middle + 1;
  }
  const table = layoutAt(low);
  if (isWithin(table)) return table;
  return { ...table, problems: [...table.problems, overflow] };
}

function layoutRows(
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

  const addRow = (row: number | null, texts: readonly string[]): void => {
    const isHeader = row === null;
    const laid = element.columns.map(({ align }, column) => {
      const width = Math.max(0, (widths[column] as number) - 2 * element.padding);
      const box: TextBox = {
        ...cellStyle,
        ...{ width, height: 0, align, fontSize, lineHeight: element.lineHeight, italic: element.italic },
        fontFamily: element.fontFamily,
        fontWeight: isHeader ? element.headerWeight : element.fontWeight,
        fill: isHeader ? element.headerFill : element.fill,
        paragraphs: plainText(texts[column] as string),
      };
      return layoutText(box, fonts, setting);
    });
    const height = Math.max(...laid.map((layout) => layout.height)) + 2 * element.padding;
    const background = isHeader ? element.headerGround : row % 2 === 1 ? element.stripe : null;
    if (background) areas.push({ x: 0, y: top, width: element.width, height, fill: background });
    for (const [column, layout] of laid.entries()) {
      const text = isHeader ? column : element.columns.length;
      problems.push(...layout.problems.map(({ problem }) => ({ problem, text })));
      const position = { x: (lefts[column] as number) + element.padding, y: top + element.padding };
      cells.push({ row, column, ...position, layout });
    }
    top += height;
    edges.push(top);
  };
  if (element.header)
    addRow(
      null,
      element.columns.map(({ header }) => header),
    );
  for (const [index, row] of rows.entries()) addRow(index, row);
  return {
    fontSize,
    height: top,
    areas: [...areas, ...linesOf(element, edges, lefts, top)],
    cells,
    problems,
  };
}

/** Lines centred on the edges between rows, or on all edges of rows and columns for a grid. */
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

/** Text styles that a table has no settings for. */
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
