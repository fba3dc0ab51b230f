// Writes PDF objects (ISO 32000-1, 7.3) of values that were read.
import { nameObject } from '../../pdf/syntax.ts';

const maxInteger = 2_147_483_647;

/** A number without an exponent, within the limits of PDF/A. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const clamped = Math.max(-maxInteger, Math.min(maxInteger, value));
  if (Number.isInteger(clamped)) return String(clamped);
  // Six significant decimals: scales below one need more places than lengths.
  const places = Math.abs(clamped) < 0.01 ? 10 : 6;
  const text = clamped.toFixed(places).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
}

export const numberList = (values: readonly number[]): string => `[${values.map(numberText).join(' ')}]`;

/** An array of codes with their glyph names (9.6.6.2). A name goes on until white space, so a number must not follow it at once. */
export const differenceList = (entries: Iterable<readonly [code: number, name: string]>): string =>
  `[${[...entries].map(([code, name]) => `${code}${nameObject(name)}`).join(' ')}]`;

/** A string in hex, which needs no escapes. */
export const stringText = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;

export const reference = (number: number): string => `${number} 0 R`;

/** A dictionary of entries that have a value. */
export function dictText(
  entries: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const written = Object.entries(entries).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    return `${nameObject(key)} ${typeof value === 'number' ? numberText(value) : String(value)}`;
  });
  return `<<${written.join('')}>>`;
}
