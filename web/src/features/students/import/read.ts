import { csvColumns, csvFields, type ErrorCode, type Fields, limits, studentEntity } from '@sello/contracts';
import Papa from 'papaparse';

/** One data row as the file has it, with its place among all records of the file (0 is the first below the header). */
export interface FileRow {
  place: number;
  cells: Record<string, string>;
}

export type ReadFile =
  | { ok: true; rows: FileRow[]; delimiter: string; columns: string[] }
  | { ok: false; code: ErrorCode; details?: Record<string, unknown> };

const factsOf = (name: string) => (studentEntity.fields as Fields)[name]!.facts;

/** Without them no row is a student. */
export const requiredColumns: readonly string[] = csvFields(studentEntity).flatMap(({ name, column }) =>
  column !== undefined && factsOf(name).form?.required === 'always' ? column : [],
);

/** Reads a CSV as the world writes it: any usual delimiter, a byte order mark, quotes, Excel's encodings. */
export function readCsv(text: string): ReadFile {
  const parsed = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  const records = parsed.data;
  const [header] = records;
  if (!header || records.every(isBlank)) return { ok: false, code: 'csv_empty' };
  if (parsed.errors.some((error) => error.type === 'Quotes')) return { ok: false, code: 'csv_malformed' };
  const columns = header.map(columnName);
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0) return { ok: false, code: 'csv_columns_missing', details: { columns: missing } };
  const rows: FileRow[] = [];
  // Blank lines are no students, but they count: a row's number must be the one that a spreadsheet shows.
  for (const [place, record] of records.slice(1).entries()) {
    if (!isBlank(record)) rows.push({ place, cells: cellsOf(columns, record) });
  }
  if (rows.length === 0) return { ok: false, code: 'csv_empty' };
  if (rows.length > limits.csvRows) return { ok: false, code: 'csv_too_large' };
  return { ok: true, rows, delimiter: parsed.meta.delimiter, columns: columns.filter(Boolean) };
}

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

/** A known column is known in any case of its letters; others keep their name and become variables of their own. */
function columnName(written: string): string {
  const trimmed = written.trim();
  return csvColumns.find((name) => name.toLowerCase() === trimmed.toLowerCase()) ?? trimmed;
}

function cellsOf(columns: readonly string[], record: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [at, column] of columns.entries()) {
    if (column && !(column in cells)) cells[column] = (record[at] ?? '').trim();
  }
  return cells;
}

/** UTF-8 or UTF-16 where the bytes are; else what Excel writes in the West, windows-1252. */
export function decodeCsv(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The file to start from: every column, one line that shows how each is written. */
export function templateCsv(): string {
  const sample = csvFields(studentEntity).flatMap(({ name, column }) =>
    column === undefined ? [] : String(factsOf(name).sample ?? ''),
  );
  return `\uFEFF${Papa.unparse({ fields: [...csvColumns], data: [sample] })}\r\n`;
}

/** Rows of the file again, for those that failed: the same columns, with the cause in one more. */
export function failedCsv(
  columns: readonly string[],
  failed: readonly { row: FileRow; why: string }[],
): string {
  const data = failed.map(({ row, why }) => [...columns.map((column) => row.cells[column] ?? ''), why]);
  return `\uFEFF${Papa.unparse({ fields: [...columns, 'error'], data })}\r\n`;
}
