import { CodePoints, type Coverage, pagesOf } from './code-points.ts';
import { coverageData } from './coverage.generated.ts';

export type { Coverage } from './code-points.ts';

const encodedPage = 43;

function decode(encoded: string): CodePoints {
  return new CodePoints(
    encoded.split(' ').map((entry) => {
      const bits = atob(entry.slice(-encodedPage));
      const page = Number.parseInt(entry.slice(0, -encodedPage), 16);
      return [page, Uint8Array.from(bits, (byte) => byte.charCodeAt(0))] as const;
    }),
  );
}

/** Encodes a set of code points in the format that `coverageOf` decodes; for the script that generates the data. */
export function encodeCoverage(codePoints: Iterable<number>): string {
  return [...pagesOf(codePoints)]
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
  const coverage = decode(encoded);
  decoded.set(family, coverage);
  return coverage;
}
