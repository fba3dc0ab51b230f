import { z } from 'zod';

// RFC 4180: comma (or what the reader's spreadsheet splits at), CRLF, quoted cells; UTF-8 with a byte order mark, without
// which spreadsheets misread accents.

/** Spreadsheets split at the list separator of their region. */
export const csvDelimiter = z.enum([',', ';']);
export type CsvDelimiter = z.infer<typeof csvDelimiter>;
export type CsvCell = string | number | boolean | Date | undefined | null;

/**
 * Spreadsheets run a cell that begins with one of these as a formula, quoted or not, also after spaces and invisible
 * characters and in full width. Apostrophes before it belong to the pattern, so that `fromSafeCell` is exact.
 */
const startsFormula = /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** With the separators of every locale, so that no cell is taken for two. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/u;

export const csvStart = '\uFEFF';

/** The last column of a file with the causes of rows that were not imported. */
export const csvErrorColumn = 'sello_error';

/**
 * One line of a CSV with its line end. A text that a spreadsheet would run as a formula gets an apostrophe before it;
 * numbers and dates (ISO 8601, UTC) never do. Cells are quoted for every delimiter.
 */
export function csvLine(cells: readonly CsvCell[], delimiter: CsvDelimiter = ','): string {
  return `${cells.map(cellText).join(delimiter)}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === undefined || cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  const text = startsFormula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The text from which `csvLine` has made this cell. For every CSV that is read: an apostrophe before a formula means a text
 * in spreadsheets, too.
 */
export function fromSafeCell(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
}
