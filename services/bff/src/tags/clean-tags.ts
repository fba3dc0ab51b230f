import { type Language, textProblem } from '@sello/contracts';

/** How many tags are suggested at most. */
export const suggestedTags = 8;
const longest = { characters: 40, words: 4 };

/** One form for words that differ in case, accents and plural only. It is compared and never shown. */
export function foldedWord(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  if (plain.length < 4) return plain;
  return plain
    .replace(/oes$/, 'ao')
    .replace(/ais$/, 'al')
    .replace(/s$/, '')
    .replace(/(?<=...)e$/, '');
}

/** Splits at spaces; a text without words gives none. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The form of a tag by which tags of one meaning are found. */
export const foldedTag = (tag: string): string => wordsOf(tag).map(foldedWord).join(' ');

/** Tags that exist, by their folded forms. Of several spellings the first one counts. */
export function existingByFold(existing: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const tag of existing) {
    const key = foldedTag(tag);
    if (key !== '' && !found.has(key)) found.set(key, tag);
  }
  return found;
}

const mark = /^[\s#"'“”‘’«»*•·.,;:!?()[\]-]+|[\s"'“”‘’«»*•·.,;:!?()[\]-]+$/gu;
/** Numbers, and what only addresses, markup and variables have. */
const unwanted = /[\p{N}@<>{}[\]\\/|=_`~^%$]/u;

/**
 * What may be suggested of given tags: lower case, without numbers, variables, markup and sentences, each meaning once,
 * at most `suggestedTags`. A tag that exists keeps its own spelling.
 */
export function cleanTags(
  given: readonly string[],
  { language, existing }: { language: Language | undefined; existing: ReadonlyMap<string, string> },
): string[] {
  const tags = new Map<string, string>();
  for (const one of given) {
    if (tags.size === suggestedTags) break;
    // What is longer is a sentence; it is not worth the normalization.
    if (one.length > 4 * longest.characters) continue;
    const tag = one.normalize('NFC').replace(/\s+/gu, ' ').replace(mark, '').toLocaleLowerCase(language);
    if (tag.length > longest.characters || wordsOf(tag).length > longest.words) continue;
    if (!/\p{L}{2}/u.test(tag) || unwanted.test(tag) || textProblem(tag) !== undefined) continue;
    const key = foldedTag(tag);
    if (!tags.has(key)) tags.set(key, existing.get(key) ?? tag);
  }
  return [...tags.values()];
}
