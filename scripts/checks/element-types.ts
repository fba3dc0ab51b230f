import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, workspaceOf } from './imports.ts';

/** The folders in which an element's type may be tested: its declaration and its painter. */
const elementFolders = ['packages/design/src/elements/', 'packages/render/src/elements/'];

const comparison = (types: string) => [
  new RegExp(`\\btype\\b\\)?\\s*[!=]==?\\s*['"](?:${types})['"]`, 'g'),
  new RegExp(`['"](?:${types})['"]\\s*[!=]==?\\s*\\(?[\\w.?[\\]]*\\btype\\b`, 'g'),
  new RegExp(
    `\\bswitch\\s*\\([^)]*\\btype\\)\\s*\\{(?:(?!\\bswitch\\b)[^])*?\\bcase\\s+['"](?:${types})['"]`,
    'g',
  ),
  new RegExp(`\\[[^\\]]*['"](?:${types})['"][^\\]]*\\]\\.includes\\([\\w.?]*\\btype\\b`, 'g'),
];

/** Places in a source text that test an element's type. */
export function askedTypes(text: string, types: readonly string[]): { line: number; asked: string }[] {
  return comparison(types.join('|')).flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      asked: match[0],
    })),
  );
}

/**
 * Code outside the elements' folders that tests an element's type. Such code would have to be found and changed for each
 * new type, so whatever differs by type belongs in the type's declaration.
 */
export function wrongTypeTests(root: string, files: readonly string[], types: readonly string[]): string[] {
  return files
    .filter(
      (file) =>
        workspaceOf(file) && !isTest(file) && !elementFolders.some((folder) => file.startsWith(folder)),
    )
    .flatMap((file) =>
      askedTypes(readFileSync(join(root, file), 'utf8'), types).map(
        ({ line, asked }) =>
          `${file}:${line} tests an element's type (${asked}); move this into its declaration in packages/design/src/elements`,
      ),
    );
}
