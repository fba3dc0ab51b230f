import { hasVariables } from '../../contents.ts';
import type { FilledText } from '../../text/isolates.ts';
import { boxBounds } from '../bounds.ts';
import { defineElement, leaf, type MeasureWarning, noImages, none } from '../element-kind.ts';
import { isolatedCell, isolatedRows } from './isolated-rows.ts';
import { layoutTable, type TableLayout } from './layout.ts';

/** Relative to one letter of laid-out text; more than 1 because a variable in `rows` may expand to several rows. */
const costPerCharacter = 3;

export const table = defineElement({
  type: 'table',
  // The header cells come first, so that the index of a header's text is its column.
  texts: (element) => [...element.columns.map(({ header }) => header), element.rows],
  fill: (element, print) => ({
    ...element,
    columns: element.columns.map((column) => ({ ...column, header: print(column.header) })),
    rows: print(element.rows),
  }),
  isolate(element, printed, locale) {
    const headers = printed.slice(0, element.columns.length);
    const rows = printed.at(-1) as FilledText;
    return {
      ...element,
      columns: element.columns.map((column, index) => ({
        ...column,
        header: isolatedCell(headers[index] as FilledText, locale),
      })),
      rows: isolatedRows(element, rows, locale),
    };
  },
  entry: ({ rowSeparator, columnSeparator, columns }) => ({
    ...{ as: 'rows', rowSeparator, columnSeparator },
    columns: columns.map(({ header }) => header).filter((header) => !hasVariables(header)),
  }),
  fonts: ({ fontFamily: family, fontWeight, headerWeight, italic, header }) =>
    [...new Set([fontWeight, ...(header ? [headerWeight] : [])])].map((weight) => ({
      family,
      weight,
      italic,
    })),
  ...noImages,
  ...leaf,
  bounds: (element) => boxBounds(element, element.fontSize),
  cost: (element) => element.rows.length * costPerCharacter,
  problems: none,
  measure(element, { fonts, setting }) {
    const layout = layoutTable(element, fonts, setting);
    return layout && { layout, problems: layout.problems };
  },
  warnings(element, { fontSize }: TableLayout) {
    const warnings: MeasureWarning[] = [];
    if (fontSize < element.fontSize) warnings.push({ kind: 'shrunk', fontSize, from: element.fontSize });
    return warnings;
  },
  sample: (id) => ({
    ...{ type: 'table', id, x: 0, y: 0, width: 360, height: 120 },
    rows: 'Anatomy|40|A;Physiology|32|B',
    columns: [
      { header: 'Module', share: 3 },
      { header: 'Hours', align: 'end' },
      { header: 'Grade', align: 'center' },
    ],
    fontFamily: 'Source Sans 3',
    fontSize: 11,
  }),
});
