import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, workspaceOf } from './imports.ts';

/** Where a type of element is at home: its declaration and its painter. */
const homes = ['packages/design/src/elements/', 'packages/render/src/elements/'];

const comparison = (types: string) => [
  new RegExp(`\\btype\\b\\)?\\s*[!=]==?\\s*['"](?:${types})['"]`, 'g'),
  new RegExp(`['"](?:${types})['"]\\s*[!=]==?\\s*\\(?[\\w.?[\\]]*\\btype\\b`, 'g'),
  new RegExp(
    `\\bswitch\\s*\\([^)]*\\btype\\)\\s*\\{(?:(?!\\bswitch\\b)[^])*?\\bcase\\s+['"](?:${types})['"]`,
    'g',
  ),
  new RegExp(`\\[[^\\]]*['"](?:${types})['"][^\\]]*\\]\\.includes\\([\\w.?]*\\btype\\b`, 'g'),
];

/** Places of a text that ask what type an element is. */
export function askedTypes(text: string, types: readonly string[]): { line: number; asked: string }[] {
  return comparison(types.join('|')).flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      asked: match[0],
    })),
  );
}

/**
 * Code outside the elements' own workspaces that asks for an element's type. It would have to be found again for each new
 * type, so what differs by type is asked of the type's declaration.
 */
export function wrongTypeTests(root: string, files: readonly string[], types: readonly string[]): string[] {
  return files
    .filter((file) => workspaceOf(file) && !isTest(file) && !homes.some((home) => file.startsWith(home)))
    .flatMap((file) =>
      askedTypes(readFileSync(join(root, file), 'utf8'), types).map(
        ({ line, asked }) =>
          `${file}:${line} asks for an element's type (${asked}); let its declaration in packages/design/src/elements answer`,
      ),
    );
}
