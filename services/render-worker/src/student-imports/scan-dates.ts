import { type ImportDates, readDate } from '@sello/contracts';
import type { CsvRow } from '@sello/kit/csv-read';
import { dateColumns } from '@sello/store';

/** Counts how the dates of a file can be read, with the first row of each kind as its example. */
export function createDateScan() {
  const dates: ImportDates = { both: { count: 0 }, dayFirst: { count: 0 }, monthFirst: { count: 0 } };
  return {
    dates,
    add({ row, cells }: CsvRow): void {
      for (const column of dateColumns) {
        const text = cells[column] ?? '';
        const date = readDate(text);
        if (date.is === 'both') {
          dates.both.count++;
          dates.both.example ??= { row, text, day: date.day, month: date.month };
        } else if (date.is === 'day' && date.order !== undefined) {
          const certain = date.order === 'day' ? dates.dayFirst : dates.monthFirst;
          certain.count++;
          certain.example ??= { row, text };
        }
      }
    },
  };
}
