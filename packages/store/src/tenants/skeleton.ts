import { createRequire } from 'node:module';
import { foldKey } from '../database/fold.ts';

// The package is CommonJS and its declaration file has another name than its manifest declares.
const load = createRequire(import.meta.url);
const library = load('unicode-confusables') as { rectifyConfusion(text: string): string };

/** Replaces each code point by its prototype in Unicode's table of confusables; zero-width characters are removed. */
const rectifyConfusion = (text: string): string => library.rectifyConfusion(text);

/**
 * What a name looks like (the skeleton of Unicode TS 39, 4, over the folded name): readers cannot distinguish two names
 * with one skeleton. Case, accents, blanks and punctuation do not count either, because people do not take them for a
 * difference between two institutions.
 */
export function skeletonOf(name: string): string {
  const looks = rectifyConfusion(foldKey(name).normalize('NFD'));
  // Some prototypes are capitals or letters with accents.
  const plain = foldKey(rectifyConfusion(foldKey(looks))).replace(/[^\p{L}\p{N}]+/gu, '');
  // The table maps a capital I to l and a zero to O; after folding they must still be equal.
  return plain.replace(/[i1]/g, 'l').replaceAll('0', 'o');
}

/** The skeletons of an organization's names, each once. */
export const skeletonsOf = (...names: readonly string[]): string[] => [...new Set(names.map(skeletonOf))];

/**
 * A looser similarity, shown to the operator only: doubled letters and letters left out or swapped count as similar as
 * well. True for equal skeletons.
 */
export function looksLike(one: string, other: string): boolean {
  return areAlike(withoutDoubles(one), withoutDoubles(other));
}

/**
 * How many letters may differ before names of this length (without doubled letters) are no longer similar: at most 2.
 */
export function tolerance(length: number): number {
  return length >= 16 ? 2 : length >= 8 ? 1 : 0;
}

export const withoutDoubles = (skeleton: string): string => skeleton.replace(/(.)\1+/gu, '$1');

/** `looksLike` for skeletons without doubled letters. */
export function areAlike(a: string, b: string): boolean {
  return isWithin(a, b, tolerance(Math.min(a.length, b.length)));
}

/** Whether Levenshtein's distance is at most `most`: a common prefix is skipped, then each kind of edit is tried. */
function isWithin(a: string, b: string, most: number, atA = 0, atB = 0): boolean {
  if (Math.abs(a.length - atA - (b.length - atB)) > most) return false;
  let [i, j] = [atA, atB];
  while (i < a.length && j < b.length && a[i] === b[j]) {
    i++;
    j++;
  }
  if (i === a.length || j === b.length) return Math.max(a.length - i, b.length - j) <= most;
  if (most === 0) return false;
  return (
    isWithin(a, b, most - 1, i + 1, j + 1) ||
    isWithin(a, b, most - 1, i + 1, j) ||
    isWithin(a, b, most - 1, i, j + 1)
  );
}
