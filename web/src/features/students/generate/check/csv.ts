/** Spreadsheets run a cell that begins with one of these as a formula, also in its full-width form. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A CSV for spreadsheets (RFC 4180, with a byte order mark). A text that would run as a formula gets an apostrophe. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    if (typeof value === 'number') return String(value);
    const text = startsFormula.test(value) ? `'${value}` : value;
    return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}
