import { coverageData } from './coverage.generated.ts';

/** A set of characters; `has` is called for each character of a text, so it is a bit test. */
export interface Coverage {
  has(codePoint: number): boolean;
}

const pageBits = 8;
const encodedPage = 43;

/** A bit set in pages of 256 code points; a page without characters is undefined. */
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

/** Encodes a set of code points in the format that `coverageOf` decodes; for the script that generates the data. */
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

const decoded = new Map<string, Coverage>();

/**
 * The characters for which a family of the catalogue serves as a fallback: those of its scripts, whether or not its
 * files are installed. Undefined for a family that is not a fallback for any script.
 */
export function coverageOf(family: string): Coverage | undefined {
  const known = decoded.get(family);
  if (known) return known;
  // The serif pack of a language covers the same characters as its sans pack, whose entry it shares.
  const entry = family.replace(/^Noto Serif (?=[A-Z]{2}$)/, 'Noto Sans ');
  const encoded = Object.hasOwn(coverageData, entry) ? coverageData[entry] : undefined;
  if (encoded === undefined) return undefined;
  const coverage = new PagedCoverage(encoded);
  decoded.set(family, coverage);
  return coverage;
}
