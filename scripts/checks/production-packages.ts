import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the lockfile, by its folder. */
export interface Locked {
  version?: string;
  license?: string;
  deprecated?: string;
  /** A workspace, which is at `resolved`. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
export type Lockfile = Readonly<Record<string, Locked>>;

/**
 * Whether somebody would fix a fault in this version. `kept`: its line gets releases. `finished`: small, complete, and
 * nothing is left to release. `behind`: a newer major version is out, and this one is what a kept package asks for.
 * `left`: nobody releases it any more, and it runs nevertheless; the reason is in docs/security.md. `unknown`: nobody has
 * looked yet, which the check does not accept.
 */
export const states = ['kept', 'finished', 'behind', 'left', 'unknown'] as const;
type State = (typeof states)[number];

export interface ListedPackage {
  name: string;
  version: string;
  licence: string;
  state: State;
  /** `server`: installed in the image of the services. `browser`: built into the web. */
  runs: readonly ('server' | 'browser')[];
}

/**
 * The services of the image (Dockerfile), where optional dependencies are installed, and optional peers that another
 * package brings. The web is built with neither.
 */
const roots = {
  server: ['services/bff', 'services/render-worker', 'services/mail-worker', 'services/domain-worker'],
  browser: ['web'],
} as const;

export const listFile = 'scripts/checks/production-packages.json';
const renew = 'npm run audit -- --renew';

export const readLockfile = (root: string): Lockfile =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

type Line = [licence: string, state: State, ...runs: ('server' | 'browser')[]];

export function readList(root: string): ListedPackage[] {
  const lines: Record<string, Line> = JSON.parse(readFileSync(join(root, listFile), 'utf8'));
  return Object.entries(lines).map(([key, [licence, state, ...runs]]) => {
    const [name = '', version = ''] = key.split(' ');
    return { name, version, licence, state, runs };
  });
}

/** A package in a line, so that a change of one is a change of one line. */
export function writtenList(list: readonly ListedPackage[]): string {
  const lines = list.map((one) => {
    const line = [one.licence, one.state, ...one.runs].map((text) => JSON.stringify(text)).join(', ');
    return `  ${JSON.stringify(keyOf(one))}: [${line}]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The folder of the package that `name` means in a folder: the nearest `node_modules` that has it, as Node looks it up. */
function folderOf(lock: Lockfile, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    const found = lock[folder];
    if (found) return found.link ? found.resolved : folder;
    if (at === '') return undefined;
  }
}

/** The folders of all packages that run when the packages of these folders run. */
function reachable(lock: Lockfile, from: readonly string[], withOptional: boolean): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const {
      dependencies,
      optionalDependencies = {},
      peerDependencies,
      peerDependenciesMeta = {},
    } = lock[folder] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => withOptional || !peerDependenciesMeta[name]?.optional,
    );
    // The lockfile names an optional dependency among the others, too, as a manifest may.
    const others = Object.keys(dependencies ?? {}).filter(
      (name) => !Object.hasOwn(optionalDependencies, name),
    );
    for (const name of [...others, ...peers, ...(withOptional ? Object.keys(optionalDependencies) : [])]) {
      const next = folderOf(lock, folder, name);
      if (next !== undefined) left.push(next);
    }
  }
  return found;
}

const modules = 'node_modules/';
const keyOf = ({ name, version }: Pick<ListedPackage, 'name' | 'version'>): string => `${name} ${version}`;

type Running = Pick<ListedPackage, 'name' | 'version' | 'runs'> & { folder: string; locked: Locked };

/** What runs in production, each version of a package once, by name. */
export function runningPackages(lock: Lockfile): Running[] {
  const running = new Map<string, Running>();
  for (const where of ['server', 'browser'] as const) {
    for (const folder of reachable(lock, roots[where], where === 'server')) {
      if (!folder.includes(modules)) continue;
      const locked = lock[folder]!;
      const name = folder.slice(folder.lastIndexOf(modules) + modules.length);
      const known = running.get(keyOf({ name, version: locked.version! }));
      const runs = [...new Set([...(known?.runs ?? []), where])];
      const one = { name, version: locked.version!, runs, folder, locked };
      running.set(keyOf(one), one);
    }
  }
  return [...running.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/**
 * The list of what runs now. What was looked at stays: a state holds for the later versions of the same major version.
 *
 * @param licenceOf the licence of a package whose entry in the lockfile has none
 */
export function renewedList(
  lock: Lockfile,
  before: readonly ListedPackage[],
  licenceOf: (folder: string) => string,
): ListedPackage[] {
  const majorOf = (version: string): string => version.split('.')[0]!;
  return runningPackages(lock).map(({ name, version, runs, folder, locked }) => {
    const same = before.find((one) => one.name === name && majorOf(one.version) === majorOf(version));
    return {
      name,
      version,
      licence: locked.license ?? licenceOf(folder),
      state: same?.state ?? 'unknown',
      runs,
    };
  });
}

/** Differences between the committed list and what the lockfile says runs in production. */
export function wrongPackages(lock: Lockfile, list: readonly ListedPackage[]): string[] {
  const listed = new Map(list.map((one) => [keyOf(one), one]));
  const running = runningPackages(lock);
  const used = new Set(running.map(keyOf));
  const wrong: string[] = [];
  for (const { locked, runs, ...one } of running) {
    const key = keyOf(one);
    const known = listed.get(key);
    if (known === undefined) wrong.push(`${key} runs in production and is not in ${listFile}: ${renew}`);
    else if (known.runs.join() !== runs.join() || (locked.license ?? known.licence) !== known.licence)
      wrong.push(`${key} is not what ${listFile} says: ${renew}`);
    if (locked.deprecated !== undefined) wrong.push(`${key} is deprecated: ${locked.deprecated}`);
  }
  for (const one of list) {
    const key = keyOf(one);
    if (!used.has(key)) wrong.push(`${key} no longer runs in production: ${renew}`);
    if (!states.includes(one.state) || one.state === 'unknown')
      wrong.push(`${key}: look whether it is kept, and write its state into ${listFile}`);
    if (one.licence === '') wrong.push(`${key} has no licence`);
  }
  return wrong;
}
