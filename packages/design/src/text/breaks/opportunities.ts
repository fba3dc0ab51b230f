import { classNumbers, lineBreakClass } from './classes.ts';
import { lineBreaks, noBreak } from './rules.ts';

/** A line may begin here, and the line before it then ends with a hyphen. */
export const softHyphen = 3;

/** Scripts written without spaces whose words Intl.Segmenter finds with a dictionary. */
const dictionaryScripts = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const hasDictionaryScript = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]/;
let words: Intl.Segmenter | undefined;

/**
 * Returns where the words of a text in a script without spaces begin, in UTF-16 code units. Dictionaries differ between
 * platforms: Chromium's for Khmer and Lao are not those of Node.
 */
export type WordFinder = (text: string) => readonly number[];

export const dictionaryWords: WordFinder = (text) => {
  words ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(words.segment(text), ({ index }) => index);
};

/** Whether the character is of class SA, whose lines break between words that no space separates. */
function isComplex(text: string, at: number): boolean {
  const of = lineBreakClass(text.codePointAt(at) as number);
  return of === classNumbers.SA || of === classNumbers.SM;
}

/**
 * The break opportunity before each code unit of a text without line breaks: 0 for none, else 1, or `softHyphen` after
 * U+00AD. Follows Unicode Annex 14, with dictionary words for Thai, Lao, Khmer and Burmese. Chinese and Japanese break as
 * with `line-break: auto` of CSS in Chromium, where the language (BCP 47) affects only two characters.
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
