import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsWith, languages, studentEntity } from '@sello/contracts';

/** Every entity with a form, by the feature whose texts contain its labels. */
const forms = { students: studentEntity };

type Tree = { [key: string]: Tree | string };

/** The keys of labels and hints of form fields that are missing in a language. */
export function missingLabels(root: string): string[] {
  return Object.entries(forms).flatMap(([feature, entity]) => {
    const keys = fieldsWith(entity, 'form').flatMap(({ name, fact }) => [
      name,
      ...(fact.hasHint ? [`${name}Hint`] : []),
    ]);
    const textsOf = languages.map((language) => ({
      language,
      texts: formTexts(join(root, 'web/src/i18n/locales', language, `${feature}.json`)),
    }));
    return keys.flatMap((key) => {
      const without = textsOf.filter(({ texts }) => !texts[key]).map(({ language }) => language);
      return without.length === 0 ? [] : `${feature}.form.${key} is missing in ${without.join(', ')}`;
    });
  });
}

function formTexts(file: string): Tree {
  const { form } = JSON.parse(readFileSync(file, 'utf8')) as Tree;
  return typeof form === 'object' ? form : {};
}

if (import.meta.main) {
  const missing = missingLabels(join(import.meta.dirname, '../..'));
  for (const problem of missing) console.log(problem);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
