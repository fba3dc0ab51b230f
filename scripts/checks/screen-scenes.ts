import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicRoutes } from '@sello/contracts';

const table = 'web/src/app/routes/table.ts';
const scenes = 'web/scripts/shots';

/** The front of a pattern that is the same in every address: `/settings/:tenantId` → `/settings`. */
const fixedPart = (path: string): string => path.split('/:')[0] || '/';

/** The paths of the table; one that is printed for ever stands in the contracts. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/\bpath: (?:'([^']+)'|publicRoutes\.(\w+))/g)].map(
    ([, path, named]) => path ?? publicRoutes[named as keyof typeof publicRoutes],
  );

/** Screens that no scene of the pictures opens, so that nothing looks at their contrast, names and width. */
export function screensWithoutScene(root: string): string[] {
  const files = readdirSync(join(root, scenes)).filter((file) => file.endsWith('.ts'));
  const code = files.map((file) => readFileSync(join(root, scenes, file), 'utf8')).join('\n');
  return pathsOf(readFileSync(join(root, table), 'utf8'))
    .filter((path) => !new RegExp(`['"\`]${fixedPart(path)}(?=['"\`?/$])`).test(code))
    .map((path) => `${scenes} has no scene of the screen ${path}`);
}
