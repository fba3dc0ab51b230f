/** The reasons to choose from; with `other` the person's own words are all. */
export const revokeReasons = ['person', 'data', 'requirements', 'holder', 'other'] as const;

/** As the call takes it. */
export const reasonLength = 500;

/** The reason that is shown to strangers: the sentence chosen, then the person's own words in one line. */
export function reasonOf(sentence: string, words: string): string {
  const own = words.replaceAll(/\s+/g, ' ').trim();
  if (sentence === '' || own === '') return own === '' ? sentence : own;
  return `${sentence}. ${own}`;
}
