import { foldKey } from '../database/fold.ts';

/** How a text may name a person. */
export interface PersonInText {
  names: readonly string[];
  /** E-mail addresses and numbers, as they are written. */
  marks: readonly string[];
}

const words = /[\p{L}\p{M}\p{N}]+/gu;
/** Short words such as “de” are in many names. */
const isTelling = (word: string): boolean => word.length > 2 || !/^\p{Script=Latin}+$/u.test(word);
const wordsOf = (text: string): string[] => (text.match(words) ?? []).filter(isTelling).map(foldKey);
/** A shorter mark is in many texts that are about something else. */
const shortestMark = 5;

/** The text without what names the person: each word of a name, each mark, is “…”. */
export function withoutPerson(text: string, { names, marks }: PersonInText): string {
  const own = new Set(names.flatMap(wordsOf));
  let written = text;
  for (const mark of marks) if (mark !== '') written = written.replaceAll(mark, '…');
  return written.replaceAll(words, (word) => (own.has(foldKey(word)) ? '…' : word));
}

/**
 * Whether a text is about this person: it has one of the marks, or of one name the first word and another one (the word, of
 * a name that has one). “Santa María 2026” is not about every María, and a title with a brother's name not about her.
 */
export function isAboutPerson(text: string, { names, marks }: PersonInText): boolean {
  if (marks.some((mark) => mark.length >= shortestMark && text.includes(mark))) return true;
  const own = new Set(wordsOf(text));
  return names.some((name) => {
    const [first, ...others] = new Set(wordsOf(name));
    return (
      first !== undefined && own.has(first) && (others.length === 0 || others.some((word) => own.has(word)))
    );
  });
}
