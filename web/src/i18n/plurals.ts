/** A tree of texts as a locale file holds it. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/**
 * Spanish and Portuguese have a plural for exact millions (`_many`) that reads as `_other` in every text of ours:
 * the locale files write `_one` and `_other`, and what else the language's rules name is filled in here.
 */
export function withEveryPlural(language: string, texts: object): TextTree {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const fill = (tree: TextTree): TextTree => {
    const filled: TextTree = {};
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value !== 'string') {
        filled[key] = fill(value);
        continue;
      }
      if (key.endsWith('_other')) {
        for (const category of categories) filled[key.replace(/_other$/, `_${category}`)] = value;
      }
    }
    // What the file writes itself always wins over what was filled in.
    for (const [key, value] of Object.entries(tree)) if (typeof value === 'string') filled[key] = value;
    return filled;
  };
  return fill(texts as TextTree);
}
