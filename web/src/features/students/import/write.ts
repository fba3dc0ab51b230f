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

export interface FailedRow {
  cells: Readonly<Record<string, string>>;
  why: string;
  extra?: readonly string[] | undefined;
}

/** The template file: every column, and one sample row. */
export function templateCsv(delimiter: CsvDelimiter): string {
  const sample = csvFields(studentEntity).flatMap(({ name, column }) =>
    column === undefined ? [] : (factsOf(name).sample ?? ''),
  );
  return csvStart + csvLine(csvColumns, delimiter) + csvLine(sample, delimiter);
}

/**
 * The failed rows as a CSV: the same columns and the cause as one more, which an import leaves out. Cells under no column
 * come after it, so that nothing is lost and the row fails again as long as they are there.
 */
export function failedCsv(
  columns: readonly string[],
  failed: readonly FailedRow[],
  delimiter: CsvDelimiter,
): string {
  const lines = failed.map(({ cells, why, extra = [] }) =>
    csvLine([...columns.map((column) => cells[column]), why, ...extra], delimiter),
  );
  return csvStart + csvLine([...columns, csvErrorColumn], delimiter) + lines.join('');
}
