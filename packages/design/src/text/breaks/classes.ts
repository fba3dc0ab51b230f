import { lineBreakClasses } from './classes.generated.ts';

/**
 * Line_Break classes (Unicode Annex 14, table 1), some split further as the rules need it: initial and final quotation
 * marks (QI, QF), the marks of SA (SM), unassigned pictographs (IX), the dotted circle (DC), the hyphen U+2010 (HH). All
 * names have two letters: B2, H2, H3 and ZWJ are BT, HT, HU and ZJ.
 */
const names = [
  ...['XX', 'AI', 'AK', 'AL', 'AP', 'AS', 'BT', 'BA', 'BB', 'BK', 'CB', 'CJ', 'CL', 'CM', 'CP', 'CR', 'EB'],
  ...['EM', 'EX', 'GL', 'HT', 'HU', 'HH', 'HL', 'HY', 'ID', 'IN', 'IS', 'JL', 'JT', 'JV', 'LF', 'NL', 'NS'],
  ...['NU', 'OP', 'PO', 'PR', 'QU', 'QI', 'QF', 'RI', 'SA', 'SG', 'SP', 'SY', 'VF', 'VI', 'WJ', 'ZW', 'ZJ'],
  ...['SM', 'IX', 'DC'],
] as const;
export type LineBreakClass = (typeof names)[number];

/** The number of each class. */
export const classNumbers = Object.fromEntries(names.map((name, index) => [name, index])) as Record<
  LineBreakClass,
  number
>;

/** Set on the class of a character whose East_Asian_Width is fullwidth, wide or halfwidth. */
export const eastAsian = 0x80;

const direct = 0x20000;
let table: Uint8Array | undefined;
/** The first code point and the class of each range beyond the table. */
const beyond: { from: number; value: number }[] = [];

function unpack(): Uint8Array {
  const values = new Uint8Array(direct);
  let code = 0;
  for (const [, length, name, mark] of lineBreakClasses.matchAll(/([0-9a-z]+)([A-Z]{2})(\*?)/g)) {
    const end = code + Number.parseInt(length as string, 36);
    const value = classNumbers[name as LineBreakClass] | (mark ? eastAsian : 0);
    values.fill(value, code, Math.min(end, direct));
    if (end > direct) beyond.push({ from: Math.max(code, direct), value });
    code = end;
  }
  return values;
}

/** The class of a code point, with the `eastAsian` bit set for wide characters. */
export function lineBreakClass(code: number): number {
  table ??= unpack();
  if (code < direct) return table[code] as number;
  return beyond.findLast(({ from }) => from <= code)?.value ?? 0;
}
