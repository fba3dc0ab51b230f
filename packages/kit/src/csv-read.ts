import { csvErrorColumn, type ErrorCode, fromSafeCell } from '@sello/contracts';
import Papa from 'papaparse';
import { AppError } from './app-error.ts';

/** One data row of a file. `row` is the number that a spreadsheet shows: 1 is the header. */
export interface CsvRow {
  row: number;
  cells: Record<string, string>;
  /** Filled cells that stand under no named column. */
  extra?: string[];
  /** Why the row cannot be taken as it stands. */
  fault?: { code: ErrorCode; details: Record<string, unknown> };
}

export interface CsvFile {
  delimiter: string;
  /** Named columns, in the order of the file. */
  columns: string[];
  /** The rows that are not blank, some at a time. Throws `csv_malformed` where the file stops being a CSV. */
  rows(): Generator<CsvRow[]>;
}

export interface CsvRules {
  /** Matched in any case; other columns keep their names. */
  known: readonly string[];
  required: readonly string[];
  /** How many other columns there may be. */
  further: number;
}

const delimiters = [',', ';', '\t', '|'];
const rowsAtOnce = 1_000;
const namedColumns = 5;
const columnNameLength = 100;

/**
 * Opens a CSV with any common delimiter, a byte order mark, quotes and Excel's line `sep=`. Its rows are parsed as they
 * are asked for. Throws `csv_empty`, `csv_malformed`, `csv_columns_missing` and `csv_columns_refused`.
 */
export function openCsv(given: string, rules: CsvRules): CsvFile {
  const bare = given.replace(/^\uFEFF/, '');
  const { text, delimiter = delimiterOf(bare, rules) } = withoutSepLine(bare);
  if (text.trim() === '') throw new AppError('csv_empty');
  // The fast mode, for parts without quotes, counts one row too many before it stops: rows would be lost.
  const first = Papa.parse<string[]>(text, { delimiter, preview: 1, fastMode: false });
  if (first.errors.some(({ type }) => type === 'Quotes')) throw new AppError('csv_malformed');
  const header = first.data[0]!;
  // Only one line break is used in a file: later parts, parsed alone, might suggest another one.
  const parse = { delimiter, newline: first.meta.linebreak as '\n', preview: rowsAtOnce, fastMode: false };
  // A spreadsheet gives the header empty cells where rows are longer.
  const lastNamed = header.findLastIndex((cell) => cell.trim() !== '');
  const isOurs = header[lastNamed]?.trim() === csvErrorColumn;
  const columns = (isOurs ? header.slice(0, lastNamed) : header).map((cell) => columnName(cell, rules));
  refuseColumns(columns, rules);

  function* rows(): Generator<CsvRow[]> {
    let row = 2;
    let rest = text.slice(first.meta.cursor);
    let found = false;
    let before: readonly string[] | undefined;
    while (rest !== '') {
      const { data, errors, meta } = Papa.parse<string[]>(rest, parse);
      if (errors.some(({ type }) => type === 'Quotes')) throw new AppError('csv_malformed');
      const some: CsvRow[] = [];
      rest = meta.cursor > 0 && meta.cursor < rest.length ? rest.slice(meta.cursor) : '';
      for (const [at, record] of data.entries()) {
        // Blank lines are skipped but counted: a row's number must be the one that a spreadsheet shows.
        if (isBlank(record)) continue;
        const cells = cellsOf(columns, record, isOurs);
        const isAlone = () => isOurs || !(isBeyond(before) || isBeyond(filledAfter(at, data, rest)));
        const isLonger = !cells.fault && isMoved(record) && isAlone();
        some.push({ row: row + at, ...cells, ...(isLonger && longer(record)) });
        before = record;
      }
      row += data.length;
      found ||= some.length > 0;
      if (some.length > 0) yield some;
    }
    if (!found) throw new AppError('csv_empty');
  }
  function filledAfter(at: number, data: readonly string[][], rest: string): readonly string[] | undefined {
    for (let later = at + 1; later < data.length; later += 1) if (!isBlank(data[later]!)) return data[later];
    return Papa.parse<string[]>(rest, { ...parse, preview: 1 }).data[0];
  }
  const isBeyond = (record: readonly string[] = []): boolean => record.length > header.length;
  // Where only its last cells are empty, a value with the delimiter in it moves the others too. Programs that end rows
  // with the delimiter do so with rows on end.
  const isMoved = (record: readonly string[]): boolean =>
    isBeyond(record) && record.filter((cell) => cell.trim() !== '').length > 1;
  const longer = (record: readonly string[]) => ({
    extra: record.slice(header.length),
    fault: {
      code: 'csv_row_longer' as const,
      details: { cells: record.length, columns: header.length },
    },
  });
  return { delimiter, columns: columns.filter(Boolean), rows };
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
function delimiterOf(text: string, rules: CsvRules): string {
  const ranked = delimiters.map((delimiter) => {
    const header = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0] ?? [];
    const known = header.filter((cell) => rules.known.includes(columnName(cell, rules))).length;
    return { delimiter, known, columns: header.length };
  });
  const isBetter = (one: (typeof ranked)[0], than: (typeof ranked)[0]): boolean =>
    one.known === than.known ? one.columns > than.columns : one.known > than.known;
  return ranked.reduce((best, next) => (isBetter(next, best) ? next : best)).delimiter;
}

/** Every column needs a name of its own that can be stored. */
function refuseColumns(columns: readonly string[], { known, required, further: max }: CsvRules): void {
  if (columns.every((name) => name === '')) throw new AppError('csv_empty');
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) refuse('csv_columns_missing', { columns: missing });
  const further = [...new Set(columns)].filter((name) => name !== '' && !known.includes(name));
  const seen = new Set<string>();
  const wrong = new Set(further.slice(max));
  for (const name of columns) {
    if (name === '') continue;
    // A schema of records leaves this name out: the column would be lost.
    if (seen.has(name) || name === '__proto__' || name.length > columnNameLength) wrong.add(name);
    seen.add(name);
  }
  if (wrong.size === 0) return;
  const named = [...wrong].slice(0, namedColumns).map((name) => name.slice(0, columnNameLength));
  refuse('csv_columns_refused', { columns: wrong.size > namedColumns ? [...named, '…'] : named, max });
}

function refuse(code: ErrorCode, details: Record<string, unknown>): never {
  throw new AppError(code, { details });
}

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

function columnName(written: string, { known }: CsvRules): string {
  const trimmed = fromSafeCell(written.trim());
  return known.find((name) => name.toLowerCase() === trimmed.toLowerCase()) ?? trimmed;
}

function cellsOf(
  columns: readonly string[],
  record: readonly string[],
  isOurs: boolean,
): Omit<CsvRow, 'row'> {
  const named = columns.flatMap((column, at) =>
    column === '' ? [] : [[column, fromSafeCell((record[at] ?? '').trim())] as const],
  );
  const cells = Object.fromEntries(named);
  const [damaged] = named.filter(([, cell]) => cell.includes(undecoded));
  const extra = record.flatMap((written, at) => {
    const cell = columns[at] ? '' : fromSafeCell(written.trim());
    const isCause = isOurs && at === columns.length;
    return cell === '' || isCause || (at === 0 && rowLabel.test(cell)) ? [] : { at, cell };
  });
  const last = columns.findLastIndex((name) => name !== '');
  // A value with the delimiter in it, not quoted, moves all that follow: the row is not what it looks like.
  const beyond = extra.find(({ at }) => at > last);
  const [unnamed] = extra;
  const fault = beyond
    ? faultOf('csv_row_too_long', { text: beyond.cell, columns: last + 1 })
    : unnamed
      ? faultOf('csv_cell_unnamed', { text: unnamed.cell, column: unnamed.at + 1 })
      : damaged && faultOf('text_undecodable', { column: damaged[0], text: damaged[1] });
  return {
    cells,
    ...(extra.length > 0 && { extra: extra.map(({ cell }) => cell) }),
    ...(fault && { fault }),
  };
}

/** What decoding makes of bytes that are no character. */
const undecoded = '\uFFFD';
/** The number of a row, which R and pandas write before the others under no name. */
const rowLabel = /^\d+$/;
const textLength = 60;

function faultOf(code: ErrorCode, { text, ...details }: { text: string } & Record<string, unknown>) {
  return { code, details: { ...details, text: text.slice(0, textLength) } };
}
