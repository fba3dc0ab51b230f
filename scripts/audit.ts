import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ListedPackage,
  listFile,
  readList,
  readLockfile,
  renewedList,
  states,
  writtenList,
  wrongPackages,
} from './checks/production-packages.ts';

/**
 * `npm run audit`: what runs in production, compared with the committed list, and what a person compares where a network is
 * there. `--renew` writes the list anew from the lockfile; a new package needs a person who looks at it.
 */

const root = join(import.meta.dirname, '..');
const lock = readLockfile(root);

/** Manifests of the first years of npm have a list of licences. */
function licenceOf(folder: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return license ?? licenses?.map(({ type }: { type: string }) => type).join(' OR ') ?? '';
}

if (process.argv.includes('--renew'))
  writeFileSync(join(root, listFile), writtenList(renewedList(lock, readList(root), licenceOf)));

const list = readList(root);
const problems = wrongPackages(lock, list);
const by = (state: ListedPackage['state']): ListedPackage[] => list.filter((one) => one.state === state);
const names = (some: readonly ListedPackage[]): string =>
  some.map(({ name, version }) => `${name} ${version}`).join(', ');

console.log(
  `${list.length} packages run in production: ${states.map((state) => `${by(state).length} ${state}`).join(', ')}.`,
);
console.log(`Nobody releases: ${names(by('left'))}.`);
console.log(`A newer major version is out of: ${names(by('behind'))}.`);
console.log(
  [
    'Where the registry answers, compare:',
    '  npm audit --omit=dev      an advisory about a version of the list: it is renewed, or the reason why it does not',
    '                            reach us stands in docs/security.md',
    '  npm outdated --all        a newer major version of what is “kept”: its state becomes “behind”',
    '  npm view NAME time.modified repository deprecated',
    '                            of what is “left” or “behind”: is it still the best there is?',
  ].join('\n'),
);
for (const problem of problems) console.error(`✗ ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
