import { z } from 'zod';
import { box, designColor, designLimits, extent, paint } from './parts.ts';
import { textContent } from './text.ts';

const separator = z.string().min(1).max(5);
const { fontFamily, fontWeight, italic, fontSize, fill } = textContent;

const tableColumn = z.strictObject({
  /** Header of the column; may contain variables. */
  header: z.string().max(500).default(''),
  /** Its width relative to the other columns, like `fr` in CSS grid. */
  share: z.number().min(0.01).max(1_000).default(1),
  align: z.enum(['start', 'end', 'center']).default('start'),
});

/**
 * A table from one value, such as a list of modules and grades. The value is split into rows at `rowSeparator` and into
 * cells at `columnSeparator`; spaces around separators are ignored and empty rows are skipped. Text wraps in its cell.
 * To fit the box, all font sizes are reduced together, at most to `minFontSize`; otherwise the row of the batch fails
 * with `text_does_not_fit`.
 */
export const tableElement = z.strictObject({
  ...box,
  type: z.literal('table'),
  /** The content with the list, such as `{{custom.modules}}`. */
  rows: z.string().max(designLimits.textLength),
  rowSeparator: separator.default(';'),
  columnSeparator: separator.default('|'),
  columns: z.array(tableColumn).min(1).max(designLimits.tableColumns),
  /** Whether the header row is printed. */
  header: z.boolean().default(true),
  fontFamily,
  fontWeight,
  italic,
  fontSize,
  fill,
  minFontSize: textContent.minFontSize,
  lineHeight: textContent.lineHeight,
  headerWeight: fontWeight.default(600),
  headerFill: designColor.default('#000000'),
  /** Background of the header row and of every second row; null = none. */
  headerGround: paint.default(null),
  stripe: paint.default(null),
  /** Padding of a cell, in points. */
  padding: extent.default(4),
  /** rows: lines between rows. grid: lines between rows and columns, and a frame. */
  lines: z.enum(['none', 'rows', 'grid']).default('rows'),
  stroke: designColor.default('#000000'),
  strokeWidth: extent.default(0.5),
});

export type TableElement = z.infer<typeof tableElement>;
