import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicRoutes } from '@sello/contracts';

const table = 'web/src/app/routes/table.ts';
const scenes = 'web/scripts/shots';

/** The part of a path before its parameters: `/settings/:tenantId` → `/settings`. */
const fixedPart = (path: string): string => path.split('/:')[0] || '/';

/** The paths in the table of routes. A path that is printed in certificates is defined in the contracts. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/\bpath: (?:'([^']+)'|publicRoutes\.(\w+))/g)].map(
    ([, path, named]) => path ?? publicRoutes[named as keyof typeof publicRoutes],
  );

/** Screens that no scene for screenshots opens, so that their contrast, accessible names and width are not checked. */
export function screensWithoutScene(root: string): string[] {
  const files = readdirSync(join(root, scenes)).filter((file) => file.endsWith('.ts'));
  const code = files.map((file) => readFileSync(join(root, scenes, file), 'utf8')).join('\n');
  return pathsOf(readFileSync(join(root, table), 'utf8'))
    .filter((path) => !new RegExp(`['"\`]${fixedPart(path)}(?=['"\`?/$])`).test(code))
    .map((path) => `${scenes} has no scene of the screen ${path}`);
}
