import {
  csvFields,
  type Fields,
  type ImportPreviewRow,
  type RowError,
  readDate,
  studentEntity,
} from '@sello/contracts';
import type { CsvRow } from '@sello/kit/csv-read';
import { type ReadRow, readRow, rowErrorOf } from './read-row.ts';

const facts = (name: string) => (studentEntity.fields as Fields)[name]!.facts;

/** The columns of the fields that are dates. */
export const dateColumns: readonly string[] = csvFields(studentEntity).flatMap(({ name, column }) =>
  column !== undefined && facts(name).print?.as === 'date' ? column : [],
);

/** A row of a file: as `readRow` reads it, and the dates that wait for an answer. */
export type ReadFileRow = { read: ReadRow; openDates: ImportPreviewRow['openDates'] };

/**
 * Reads a row whose dates may be written with the day or the month first. While nobody has said which (`dayFirst`), a date
 * that can be read both ways is open and counts as absent.
 */
export function readFileRow(
  { cells: given, fault }: Pick<CsvRow, 'cells' | 'fault'>,
  dayFirst: boolean | undefined,
): ReadFileRow {
  if (fault) return { read: { error: rowErrorOf(fault.code, fault.details) }, openDates: [] };
  const cells = { ...given };
  const openDates: string[] = [];
  let error: RowError | undefined;
  for (const column of dateColumns) {
    const text = cells[column];
    if (text === undefined || text === '') continue;
    const date = readDate(text);
    if (date.is === 'day') cells[column] = date.day;
    else if (date.is === 'none') error ??= rowErrorOf('date_impossible', { text });
    else if (date.is === 'both' && dayFirst !== undefined) cells[column] = dayFirst ? date.day : date.month;
    else if (date.is === 'both') {
      openDates.push(text);
      cells[column] = '';
    }
  }
  return { read: error === undefined ? readRow(cells) : { error }, openDates };
}
