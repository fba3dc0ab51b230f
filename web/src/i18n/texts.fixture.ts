import type { Language } from '@sello/contracts';
import type { Feature } from './index.ts';
import { mounted } from './mounted.ts';
import type { TextTree } from './plurals.ts';
import type { Texts } from './texts.d.ts';

const files = import.meta.glob<TextTree>('./locales/*/*.json', { import: 'default', eager: true });

/** The files of a language, each with its name. */
const filesOf = (language: Language): [Feature, TextTree][] =>
  Object.entries(files).flatMap(([path, texts]) => {
    const [, of, feature] = /locales\/(\w+)\/([\w.]+)\.json$/.exec(path) ?? [];
    return of === language && feature ? [[feature as Feature, texts]] : [];
  });

/** Adds texts to a tree, into the branches that it has. */
function add(tree: TextTree, more: TextTree): TextTree {
  for (const [key, value] of Object.entries(more)) {
    const known = tree[key];
    tree[key] = typeof value === 'string' ? value : add(typeof known === 'object' ? known : {}, value);
  }
  return tree;
}

/** Every text of a language, for tests. */
export const everyText = (language: Language): Texts & TextTree =>
  filesOf(language).reduce<TextTree>((all, [file, texts]) => add(all, mounted(file, texts)), {}) as Texts &
    TextTree;

export const features: readonly Feature[] = filesOf('en').map(([feature]) => feature);
