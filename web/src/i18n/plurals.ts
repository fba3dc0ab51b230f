/** A locale file's texts. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** Languages whose rules count zero as one, whereas their speakers say “0 estudantes”. i18next asks for `_zero` first. */
const zeroIsMany = new Set(['pt']);

/**
 * Spanish and Portuguese have a plural category for exact millions (`_many`) that equals `_other` in all our texts: the
 * locale files contain `_one` and `_other`, and the other categories of the language are filled in here.
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
        const named = zeroIsMany.has(language) ? ['zero', ...categories] : categories;
        for (const category of named) filled[key.replace(/_other$/, `_${category}`)] = value;
      }
    }
    // Keys of the file itself take precedence.
    for (const [key, value] of Object.entries(tree)) if (typeof value === 'string') filled[key] = value;
    return filled;
  };
  return fill(texts as TextTree);
}
