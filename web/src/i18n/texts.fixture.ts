import type { Language } from '@sello/contracts';
import type { TextTree } from './plurals.ts';
import type { Texts } from './texts.d.ts';

const files = import.meta.glob<TextTree>('./locales/*/*.json', { import: 'default', eager: true });

/** Every text of a language, for tests. */
export function everyText(language: Language): Texts & TextTree {
  const own = Object.entries(files).flatMap(([path, texts]) => {
    const [, of, feature] = /locales\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    return of === language && feature ? [[feature, texts] as const] : [];
  });
  return Object.fromEntries(own) as Texts & TextTree;
}

export const features = Object.keys(everyText('en')) as (keyof Texts)[];
