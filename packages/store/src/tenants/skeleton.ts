import { withoutClaims } from './claims.ts';
import { looksOf, wordsOf } from './looks.ts';

/** A text of signs alone, such as emoji, is what it is. */
const signsOf = (text: string): string =>
  text.replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '').normalize('NFKC');

/**
 * What a name looks like: readers cannot distinguish two names with one skeleton. Case, accents, blanks and punctuation do
 * not count either, because people do not take them for a difference between two institutions.
 */
export function skeletonOf(name: string): string {
  const words = wordsOf(name).flatMap(looksOf);
  return words.length > 0 ? words.join('') : signsOf(name);
}

/**
 * Every skeleton of the names, each once: as they are written, in small letters and in capitals, because the two forms of
 * a letter look like different ones in another script; and their words in any order, without those that only claim
 * that the organization is the real one. A change of what is found here needs a new version of tenants.
 */
export function skeletonsOf(...names: readonly string[]): string[] {
  const found = names.flatMap((name) => {
    const forms = [name, name.toLowerCase(), name.toUpperCase()];
    return forms.flatMap((form) => [skeletonOf(form), ...wordSkeletonOf(form)]);
  });
  return [...new Set(found)];
}

/** With a blank between the words, which no other skeleton has; none when there is nothing but claims. */
function wordSkeletonOf(name: string): string[] {
  const words = withoutClaims(wordsOf(name).flatMap(looksOf));
  return words.length === 0 ? [] : [words.sort().join(' ')];
}

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
