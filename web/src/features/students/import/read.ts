import { csvColumns, csvFields, type ErrorCode, type Fields, limits, studentEntity } from '@sello/contracts';
import Papa from 'papaparse';

/** One data row of the file, with its index among all records (0 is the first below the header). */
export interface FileRow {
  place: number;
  cells: Record<string, string>;
}

export type ReadFile =
  | { ok: true; rows: FileRow[]; delimiter: string; columns: string[] }
  | { ok: false; code: ErrorCode; details?: Record<string, unknown> };

const factsOf = (name: string) => (studentEntity.fields as Fields)[name]!.facts;

/** Required columns. */
export const requiredColumns: readonly string[] = csvFields(studentEntity).flatMap(({ name, column }) =>
  column !== undefined && factsOf(name).form?.required === 'always' ? column : [],
);

/** Parses a CSV with any common delimiter, a byte order mark, quotes and Excel's encodings. */
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
  // Blank lines are skipped but counted: a row's number must be the one that a spreadsheet shows.
  for (const [place, record] of records.slice(1).entries()) {
    if (!isBlank(record)) rows.push({ place, cells: cellsOf(columns, record) });
  }
  if (rows.length === 0) return { ok: false, code: 'csv_empty' };
  if (rows.length > limits.csvRows) return { ok: false, code: 'csv_too_large' };
  return { ok: true, rows, delimiter: parsed.meta.delimiter, columns: columns.filter(Boolean) };
}

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

/** Known columns are matched case-insensitively; others keep their name and become custom variables. */
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

/** Decodes UTF-8 or UTF-16; other bytes are read as windows-1252, which Excel writes in Western locales. */
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

/** The template file: every column, and one sample row. */
export function templateCsv(): string {
  const sample = csvFields(studentEntity).flatMap(({ name, column }) =>
    column === undefined ? [] : String(factsOf(name).sample ?? ''),
  );
  return `\uFEFF${Papa.unparse({ fields: [...csvColumns], data: [sample] })}\r\n`;
}

/** The failed rows as a CSV: the same columns and the cause as one more. */
export function failedCsv(
  columns: readonly string[],
  failed: readonly { row: FileRow; why: string }[],
): string {
  const data = failed.map(({ row, why }) => [...columns.map((column) => row.cells[column] ?? ''), why]);
  return `\uFEFF${Papa.unparse({ fields: [...columns, 'error'], data })}\r\n`;
}
