import { coverageData } from './coverage.generated.ts';

/** A set of characters, asked once for each letter of a text. */
export interface Coverage {
  has(codePoint: number): boolean;
}

const pageBits = 8;
const encodedPage = 43;

/** `pages` are 256 characters each: a bit for every one of them. */
class PagedCoverage implements Coverage {
  readonly #pages: (Uint8Array | undefined)[] = [];

  constructor(encoded: string) {
    for (const entry of encoded.split(' ')) {
      const page = Number.parseInt(entry.slice(0, -encodedPage), 16);
      const bits = atob(entry.slice(-encodedPage));
      this.#pages[page] = Uint8Array.from(bits, (byte) => byte.charCodeAt(0));
    }
  }

  has(codePoint: number): boolean {
    const page = this.#pages[codePoint >> pageBits];
    return page !== undefined && ((page[(codePoint & 0xff) >> 3] as number) & (1 << (codePoint & 7))) !== 0;
  }
}

/** Writes a set of characters as `coverageOf` reads it: for the script that makes the data. */
export function encodeCoverage(codePoints: Iterable<number>): string {
  const pages = new Map<number, Uint8Array>();
  for (const code of codePoints) {
    const page = pages.get(code >> pageBits) ?? new Uint8Array(32);
    pages.set(code >> pageBits, page);
    page[(code & 0xff) >> 3] = (page[(code & 0xff) >> 3] as number) | (1 << (code & 7));
  }
  return [...pages]
    .sort(([a], [b]) => a - b)
    .map(([page, bits]) => `${page.toString(16)}${btoa(String.fromCharCode(...bits)).slice(0, encodedPage)}`)
    .join(' ');
}

const opened = new Map<string, Coverage>();

/**
 * The characters that a family of the catalogue stands in for, whether its files are here or not: those of its scripts.
 * Undefined for a family that stands in for none.
 */
export function coverageOf(family: string): Coverage | undefined {
  const known = opened.get(family);
  if (known) return known;
  // Packs of one language cover the same, with serifs and without.
  const entry = family.replace(/^Noto Serif (?=[A-Z]{2}$)/, 'Noto Sans ');
  const encoded = Object.hasOwn(coverageData, entry) ? coverageData[entry] : undefined;
  if (encoded === undefined) return undefined;
  const coverage = new PagedCoverage(encoded);
  opened.set(family, coverage);
  return coverage;
}
