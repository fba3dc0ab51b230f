import { foldKey } from '../database/fold.ts';
import { toPrototypes } from './confusables.ts';

/**
 * Letters that only lengthen the line between their neighbours (Joining_Type Join_Causing, UAX #44), and spacing
 * modifiers, which look like punctuation.
 */
const lengthening = /[\u0640\u07fa\u0883-\u0885\u180a]/gu;
const modifiers = /(?=\p{Lm})\p{Script=Common}/gu;
/** Fillers that are as wide as a letter are read as a space; the other ignorable characters are not seen at all. */
const wideFillers = /[\u115f\u1160\u2800\u3164\uffa0]/g;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** The words of a text as they are read; what stands between two words is none, whatever it looks like. */
export function wordsOf(text: string): string[] {
  const seen = text.replace(wideFillers, ' ').replace(ignorable, '').replace(lengthening, '');
  return seen.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The words of a word, such as both of one with a hyphen, as they look (the skeleton of Unicode TS 39, 4). */
export function looksOf(word: string): string[] {
  let looks = toPrototypes(word.normalize('NFD'));
  // Some prototypes are capitals or letters with accents, and the folded ones have prototypes again.
  for (let round = 0; round < 2; round++) looks = toPrototypes(foldKey(looks));
  const plain = foldKey(looks).replace(ignorable, '').replace(modifiers, '');
  // The table maps a capital I to l and a zero to O; after folding they must still be equal.
  const same = plain.replace(/[i1]/g, 'l').replaceAll('0', 'o');
  return same.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
}
