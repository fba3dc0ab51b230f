import { classNumbers, lineBreakClass } from './classes.ts';
import { lineBreaks, noBreak } from './rules.ts';

/** Where a line may begin, and whether the one before it then ends in a hyphen. */
export const softHyphen = 3;

/** Scripts that are written without spaces and whose words Intl.Segmenter finds in a dictionary. */
const dictionaryScripts = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const hasDictionaryScript = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]/;
let words: Intl.Segmenter | undefined;

/**
 * Where the words of a text begin that is written without spaces, in UTF-16 code units, as the dictionaries of this
 * platform find them. They are not the same everywhere: Chromium's for Khmer and Lao are others than Node's.
 */
export type WordFinder = (text: string) => readonly number[];

export const dictionaryWords: WordFinder = (text) => {
  words ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(words.segment(text), ({ index }) => index);
};

/** The indexes behind each space of a text, which are all the places where lines of version 1 begin. */
export function spaceBreaks(text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) places.push(at + 1);
  return places;
}

/** Letters of scripts whose lines break between words that no space parts (class SA). */
function isComplex(text: string, at: number): boolean {
  const of = lineBreakClass(text.codePointAt(at) as number);
  return of === classNumbers.SA || of === classNumbers.SM;
}

/**
 * For each code unit of a text without line breaks: 0, or whether a line may begin there (1, or `softHyphen` after
 * U+00AD). Unicode Annex 14 with the words of dictionaries for Thai, Lao, Khmer and Burmese. What may begin a line of
 * Chinese and Japanese is as strict as `line-break: auto` of CSS in Chromium, where the language (BCP 47) decides of two
 * characters alone.
 */
export function breakOpportunities(
  text: string,
  language: string,
  wordsIn: WordFinder = dictionaryWords,
): Uint8Array {
  const result = lineBreaks(text, { smallKanaBreaks: true, wavesBreak: /^zh\b/i.test(language) });
  if (hasDictionaryScript.test(text)) {
    for (const match of text.matchAll(dictionaryScripts)) {
      for (const index of wordsIn(match[0])) {
        const at = match.index + index;
        if (index > 0 && result[at] === noBreak && isComplex(text, at - 1) && isComplex(text, at))
          result[at] = 1;
      }
    }
  }
  for (let at = text.indexOf('\u00ad'); at >= 0; at = text.indexOf('\u00ad', at + 1)) {
    if (at + 1 < text.length && result[at + 1] !== noBreak) result[at + 1] = softHyphen;
  }
  return result;
}
