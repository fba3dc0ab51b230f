import {
  csvColumns,
  csvErrorColumn,
  csvFields,
  type ErrorCode,
  type Fields,
  fromSafeCell,
  limits,
  studentEntity,
} from '@sello/contracts';
import Papa from 'papaparse';

/** One data row of the file, with its index among all records (0 is the first below the header). */
export interface FileRow {
  place: number;
  cells: Record<string, string>;
}

export type ReadFile = { ok: true; rows: FileRow[]; delimiter: string; columns: string[] } | Refused;
interface Refused {
  ok: false;
  code: ErrorCode;
  details?: Record<string, unknown>;
}

const delimiters = [',', ';', '\t', '|'];
const namedColumns = 5;
const columnNameLength = 100;

const factsOf = (name: string) => (studentEntity.fields as Fields)[name]!.facts;

/** Required columns. */
export const requiredColumns: readonly string[] = csvFields(studentEntity).flatMap(({ name, column }) =>
  column !== undefined && factsOf(name).form?.required === 'always' ? column : [],
);

/** Parses a CSV with any common delimiter, a byte order mark, quotes and Excel's line `sep=`. */
export function readCsv(given: string): ReadFile {
  const { text, delimiter = delimiterOf(given) } = withoutSepLine(given.replace(/^\uFEFF/, ''));
  const { data: records, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false });
  const [header] = records;
  if (!header || records.every(isBlank)) return { ok: false, code: 'csv_empty' };
  if (errors.some((error) => error.type === 'Quotes')) return { ok: false, code: 'csv_malformed' };
  const isOurs = header.at(-1)?.trim() === csvErrorColumn;
  const columns = (isOurs ? header.slice(0, -1) : header).map(columnName);
  const refused = refusedColumns(columns);
  if (refused) return refused;
  const rows: FileRow[] = [];
  // Blank lines are skipped but counted: a row's number must be the one that a spreadsheet shows.
  for (const [place, record] of records.slice(1).entries()) {
    if (!isBlank(record)) rows.push({ place, cells: cellsOf(columns, record) });
  }
  if (rows.length === 0) return { ok: false, code: 'csv_empty' };
  if (rows.length > limits.csvRows) return { ok: false, code: 'csv_too_large' };
  return { ok: true, rows, delimiter, columns: columns.filter(Boolean) };
}

/** Excel's own first line, which names the delimiter; spreadsheets do not count it as a row. */
function withoutSepLine(text: string): { text: string; delimiter?: string } {
  const line = /^"?sep=([^\r\n])"?[;,\t]*(\r\n|\r|\n)/i.exec(text);
  return line?.[1] === undefined ? { text } : { text: text.slice(line[0].length), delimiter: line[1] };
}

/**
 * The delimiter by which the header has most columns, known ones first. Rows do not count: names and scores contain
 * commas.
 */
function delimiterOf(given: string): string {
  const text = given.replace(/^\uFEFF/, '');
  const ranked = delimiters.map((delimiter) => {
    const header = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0] ?? [];
    const known = header.filter((cell) => csvColumns.includes(columnName(cell))).length;
    return { delimiter, rank: known * limits.csvBytes + header.length };
  });
  return ranked.reduce((best, next) => (next.rank > best.rank ? next : best)).delimiter;
}

/** Every column has a name of its own that can be stored; as many further columns as a student may have. */
function refusedColumns(columns: readonly string[]): Refused | undefined {
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0) return { ok: false, code: 'csv_columns_missing', details: { columns: missing } };
  const seen = new Set<string>();
  const further = new Set<string>();
  const wrong = new Set<string>();
  for (const name of columns) {
    if (name === '') continue;
    // Objects have no own property of this name: the column would be lost.
    if (seen.has(name) || name === '__proto__' || name.length > columnNameLength) wrong.add(name);
    seen.add(name);
    if (!csvColumns.includes(name)) further.add(name);
  }
  if (further.size > limits.customFields)
    for (const name of [...further].slice(limits.customFields)) wrong.add(name);
  if (wrong.size === 0) return undefined;
  const named = [...wrong].slice(0, namedColumns).map((name) => name.slice(0, columnNameLength));
  return {
    ok: false,
    code: 'csv_columns_refused',
    details: { columns: wrong.size > namedColumns ? [...named, '…'] : named, max: limits.customFields },
  };
}

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

/** Known columns are matched case-insensitively; others keep their name and become custom variables. */
function columnName(written: string): string {
  const trimmed = written.trim();
  return csvColumns.find((name) => name.toLowerCase() === trimmed.toLowerCase()) ?? trimmed;
}

function cellsOf(columns: readonly string[], record: readonly string[]): Record<string, string> {
  const named = columns.flatMap((column, at) => (column === '' ? [] : [[column, record[at] ?? ''] as const]));
  return Object.fromEntries(named.map(([column, cell]) => [column, fromSafeCell(cell.trim())]));
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
