import { foldKey } from '../database/fold.ts';
import { rectifyConfusion } from './confusables.ts';

/**
 * What a name looks like (the skeleton of Unicode TS 39, 4, over the folded name): two names of one skeleton are told
 * apart by no reader. Case, accents, blanks and punctuation do not count either, because nobody reads them as a
 * difference between two institutions.
 */
export function skeletonOf(name: string): string {
  const looks = rectifyConfusion(foldKey(name).normalize('NFD'));
  // The prototypes of some letters are capitals, or letters with accents.
  const plain = foldKey(rectifyConfusion(foldKey(looks))).replace(/[^\p{L}\p{N}]+/gu, '');
  // A capital I is an l and a zero an O to the table; folded, they must stay so.
  return plain.replace(/[i1]/g, 'l').replaceAll('0', 'o');
}

/**
 * A looser likeness, for the operator's eye alone: also a doubled letter and letters left out or swapped count as like.
 * True for equal skeletons.
 */
export function looksLike(one: string, other: string): boolean {
  const [a, b] = [one.replace(/(.)\1+/gu, '$1'), other.replace(/(.)\1+/gu, '$1')];
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  return shorter >= 8 && editDistance(a, b, 2) <= (shorter >= 16 ? 2 : 1);
}

/** Levenshtein's distance, or `most + 1` as soon as it is beyond `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let column = 1; column <= b.length; column++) {
      const swap = before[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      now.push(Math.min(before[column]! + 1, now[column - 1]! + 1, swap));
    }
    if (Math.min(...now) > most) return most + 1;
    before = now;
  }
  return before[b.length]!;
}
