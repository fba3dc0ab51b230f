import type { TableElement } from '@sello/contracts';
import { hasRightToLeft } from '../../text/bidi.ts';
import { type FilledText, isolateValues } from '../../text/isolates.ts';

type Range = FilledText['values'][number];

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
  if (values.length === 0 || !hasRightToLeft(text)) return text;
  let [from, first] = [0, 0];
  const rows = text.split(rowSeparator).map((row) => {
    const cells = row.split(columnSeparator).map((cell) => {
      const [start, end] = [from, from + cell.length];
      from = end + columnSeparator.length;
      while (first < values.length && (values[first] as Range)[1] <= start) first += 1;
      const own: Range[] = [];
      for (let at = first; at < values.length && (values[at] as Range)[0] < end; at += 1) {
        const [begins, ends] = values[at] as Range;
        own.push([Math.max(begins, start) - start, Math.min(ends, end) - start]);
      }
      return isolatedCell({ text: cell, values: own }, language);
    });
    from += rowSeparator.length - columnSeparator.length;
    return cells.join(columnSeparator);
  });
  return rows.join(rowSeparator);
}
