import type { TableElement } from '@sello/contracts';
import { type FilledText, isolateValues } from '../../text/isolates.ts';

/** A cell is a paragraph of its own. */
export function isolatedCell(cell: FilledText, language: string): string {
  return isolateValues([cell], { direction: 'auto', language })?.[0] ?? cell.text;
}

/** The list of a table with the values of each of its cells isolated; one value may be several cells and rows. */
export function isolatedRows(
  { rowSeparator, columnSeparator }: Pick<TableElement, 'rowSeparator' | 'columnSeparator'>,
  { text, values }: FilledText,
  language: string,
): string {
  if (values.length === 0) return text;
  let from = 0;
  const rows = text.split(rowSeparator).map((row) => {
    const cells = row.split(columnSeparator).map((cell) => {
      const [start, end] = [from, from + cell.length];
      from = end + columnSeparator.length;
      const own = values.flatMap(([first, last]) => {
        const range = [Math.max(first, start) - start, Math.min(last, end) - start] as const;
        return range[1] > range[0] ? [range] : [];
      });
      return isolatedCell({ text: cell, values: own }, language);
    });
    from += rowSeparator.length - columnSeparator.length;
    return cells.join(columnSeparator);
  });
  return rows.join(rowSeparator);
}
