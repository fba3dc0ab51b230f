import {
  type CsvDelimiter,
  csvColumns,
  csvErrorColumn,
  csvFields,
  csvLine,
  csvStart,
  type Fields,
  studentEntity,
} from '@sello/contracts';

const factsOf = (name: string) => (studentEntity.fields as Fields)[name]!.facts;

/** The columns that a file must have. */
export const requiredColumns: readonly string[] = csvFields(studentEntity).flatMap(({ name, column }) =>
  column !== undefined && factsOf(name).form?.required === 'always' ? column : [],
);

/** The template file: every column, and one sample row. */
export function templateCsv(delimiter: CsvDelimiter): string {
  const sample = csvFields(studentEntity).flatMap(({ name, column }) =>
    column === undefined ? [] : (factsOf(name).sample ?? ''),
  );
  return csvStart + csvLine(csvColumns, delimiter) + csvLine(sample, delimiter);
}

/** The failed rows as a CSV: the same columns and the cause as one more, which an import leaves out. */
export function failedCsv(
  columns: readonly string[],
  failed: readonly { cells: Readonly<Record<string, string>>; why: string }[],
  delimiter: CsvDelimiter,
): string {
  const lines = failed.map(({ cells, why }) =>
    csvLine([...columns.map((column) => cells[column]), why], delimiter),
  );
  return csvStart + csvLine([...columns, csvErrorColumn], delimiter) + lines.join('');
}
