/** CSV after RFC 4180, for people who open it in a spreadsheet. */

/** Without it Excel reads UTF-8 as the machine's own encoding. */
export const byteOrderMark = '\ufeff';

/**
 * The first characters by which a spreadsheet takes a cell for a formula, also after spaces and in full width. They run
 * even when the cell is quoted.
 */
const formula = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** One cell; what looks like a formula gets an apostrophe in front, by which it is a text. */
function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
