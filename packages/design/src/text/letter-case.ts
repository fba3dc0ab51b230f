import { convert, type MappedText } from './source.ts';

export type LetterCase = 'none' | 'upper' | 'lower' | 'title';

const wordsOf = new Map<string, Intl.Segmenter>();

function words(language: string): Intl.Segmenter {
  let segmenter = wordsOf.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    if (wordsOf.size < 100) wordsOf.set(language, segmenter);
  }
  return segmenter;
}

/** Digraphs whose titlecase differs from the uppercase (Unicode, Titlecase_Letter), by uppercase and by lowercase form. */
const digraphs = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap(([upper, title, lower]) => [
    [upper as string, title as string],
    [lower as string, title as string],
  ]),
);
const georgian = /^[\u10d0-\u10ff]/;

/** The first letter of a word in title case, by the rules of the language. */
function titleOf(letter: string, language: string): string {
  const digraph = digraphs.get(letter);
  if (digraph !== undefined) return digraph;
  // Georgian uses capitals only for whole words.
  if (georgian.test(letter)) return letter;
  const upper = letter.toLocaleUpperCase(language);
  // When a letter becomes two, such as ß or ﬁ, only the first is a capital.
  const [first = '', ...rest] = upper;
  const others = rest.join('');
  return /^\p{L}/u.test(others) ? first + others.toLocaleLowerCase(language) : upper;
}

function titled(text: string, language: string): string {
  let result = '';
  for (const { segment, isWordLike } of words(language).segment(text)) {
    if (!isWordLike) {
      result += segment;
      continue;
    }
    const at = segment.search(/[\p{L}\p{N}]/u);
    if (at < 0) {
      result += segment;
      continue;
    }
    const dutch = language.startsWith('nl') && /^ij/iu.test(segment.slice(at));
    const first = dutch ? segment.slice(at, at + 2) : String.fromCodePoint(segment.codePointAt(at) as number);
    const title = dutch ? first.toUpperCase() : titleOf(first, language);
    result += segment.slice(0, at) + title + segment.slice(at + first.length);
  }
  return result;
}

/** A text in the letter case of its style, by the rules of its language (BCP 47). */
export function changeCase(
  text: MappedText,
  letterCase: Exclude<LetterCase, 'none'>,
  language: string,
): MappedText {
  if (letterCase === 'upper') return convert(text, (part) => part.toLocaleUpperCase(language));
  if (letterCase === 'lower') return convert(text, (part) => part.toLocaleLowerCase(language));
  return convert(
    text,
    (part) => titled(part, language),
    (whole) => [...words(language).segment(whole)].map(({ segment, index }) => index + segment.length),
  );
}
