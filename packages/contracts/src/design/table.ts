import { z } from 'zod';
import { box, designColor, designLimits, extent, paint } from './parts.ts';
import { textContent } from './text.ts';

const separator = z.string().min(1).max(5);
const { fontFamily, fontWeight, italic, fontSize, fill } = textContent;

const tableColumn = z.strictObject({
  /** Head of the column, variables allowed. */
  header: z.string().max(500).default(''),
  /** Its share of the width, beside the shares of the others. */
  share: z.number().min(0.01).max(1_000).default(1),
  align: z.enum(['start', 'end', 'center']).default('start'),
});

/**
 * Rows of a list that is one value: modules and grades, say. The value is cut at `rowSeparator` into rows and each row at
 * `columnSeparator` into the cells of the columns in their order; spaces around both are ignored and empty rows left out.
 * Lines wrap in their cells. Rows that do not fit into the box: all sizes fall together down to `minFontSize`, then the
 * certificate's row fails with `text_does_not_fit`.
 */
export const tableElement = z.strictObject({
  ...box,
  type: z.literal('table'),
  /** What prints the list, such as `{{custom.modules}}`. */
  rows: z.string().max(designLimits.textLength),
  rowSeparator: separator.default(';'),
  columnSeparator: separator.default('|'),
  columns: z.array(tableColumn).min(1).max(designLimits.tableColumns),
  /** Whether the columns' heads print. */
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
  /** Ground of the head, and of every second row; null = none. */
  headerGround: paint.default(null),
  stripe: paint.default(null),
  /** Between the edge of a cell and its text, in points. */
  padding: extent.default(4),
  /** Lines between rows, or between rows and columns with a frame around. */
  lines: z.enum(['none', 'rows', 'grid']).default('rows'),
  stroke: designColor.default('#000000'),
  strokeWidth: extent.default(0.5),
});

export type TableElement = z.infer<typeof tableElement>;
