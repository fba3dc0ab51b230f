import {
  csvColumns,
  csvErrorColumn,
  csvFields,
  csvLine,
  csvStart,
  type Fields,
  studentEntity,
} from '@sello/contracts';
import type { FileRow } from './read.ts';

/** The template file: every column, and one sample row. */
export function templateCsv(): string {
  const sample = csvFields(studentEntity).flatMap(({ name, column }) =>
    column === undefined ? [] : ((studentEntity.fields as Fields)[name]!.facts.sample ?? ''),
  );
  return csvStart + csvLine(csvColumns) + csvLine(sample as (string | number)[]);
}

/** The failed rows as a CSV: the same columns and the cause as one more, which an import leaves out. */
export function failedCsv(
  columns: readonly string[],
  failed: readonly { row: FileRow; why: string }[],
): string {
  const lines = failed.map(({ row, why }) => csvLine([...columns.map((column) => row.cells[column]), why]));
  return csvStart + csvLine([...columns, csvErrorColumn]) + lines.join('');
}
