import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { download, fetchIndex, SUITE, unpack } from './apt.ts';
import { runOrThrow } from './command.ts';
import { readElf } from './elf.ts';
import { takeLock } from './lock.ts';
import { newestDocumentdb, parseIndex, resolveDependencies, rootPackages } from './packages.ts';
import { resolveLibraries } from './shared-libraries.ts';

/** Incremented when the layout of a tree changes, so that trees of older code are not used. */
const LAYOUT = 1;

export interface EngineTree {
  root: string;
  /** PostgreSQL's major version; a data folder can be used with exactly one. */
  major: number;
  /** Package versions by name, for the log and for comparison with those of a data folder. */
  packages: Record<string, string>;
}

export type Progress = (event: { step: string; done?: number; total?: number }) => void;

interface Manifest extends EngineTree {
  layout: number;
  arch: string;
}

/** The newest complete tree in the cache; with the wanted major version when one is given. */
export async function cachedTree(cacheDir: string, major?: number): Promise<EngineTree | null> {
  const trees = join(cacheDir, 'engines');
  const found: (Manifest & { made: string })[] = [];
  for (const name of await readdir(trees).catch(() => [])) {
    const file = join(trees, name, 'tree.json');
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text) found.push({ ...JSON.parse(text), root: join(trees, name) });
  }
  const fits = found.filter(
    (tree) =>
      tree.layout === LAYOUT && tree.arch === process.arch && (major === undefined || tree.major === major),
  );
  return fits.sort((a, b) => (a.made < b.made ? 1 : -1))[0] ?? null;
}

/**
 * The engine's files: from the cache, else fetched once from the machine's Debian mirror. Safe for concurrent
 * processes; a tree appears in the cache atomically.
 * @param major the PostgreSQL major version that an existing data folder needs
 */
export async function ensureTree(cacheDir: string, progress: Progress, major?: number): Promise<EngineTree> {
  const ready = await cachedTree(cacheDir, major);
  if (ready) return ready;
  await mkdir(cacheDir, { recursive: true });
  const lockFile = join(cacheDir, 'fetch.lock');
  let lock = await takeLock(lockFile, 0);
  if (!lock) {
    progress({ step: 'wait' });
    lock = await takeLock(lockFile, 15 * 60_000);
  }
  if (!lock)
    throw new Error(`Another process has been fetching the database engine into ${cacheDir} for 15 minutes.`);
  try {
    return (await cachedTree(cacheDir, major)) ?? (await fetchTree(cacheDir, progress, major));
  } finally {
    await lock.release();
  }
}

async function fetchTree(cacheDir: string, progress: Progress, major?: number): Promise<EngineTree> {
  progress({ step: 'index' });
  const index = await fetchIndex(join(cacheDir, 'apt'));
  const all = parseIndex(await readFile(index.packagesFile));
  const chosen = major ?? newestDocumentdb(all);
  if (chosen === null)
    throw new Error(`Debian's suite "${SUITE}" has no postgresql-N-documentdb package any more.`);
  const packages = resolveDependencies(all, rootPackages(chosen));

  const debs = join(cacheDir, 'packages');
  await download(index, packages, debs, (done, total) => progress({ step: 'download', done, total }));

  const trees = join(cacheDir, 'engines');
  await mkdir(trees, { recursive: true });
  const building = await mkdtemp(join(trees, '.building-'));
  try {
    // A merged-/usr layout (/lib is a link to /usr/lib), which these packages expect.
    for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
      await mkdir(join(building, 'usr', name), { recursive: true });
      await symlink(`usr/${name}`, join(building, name));
    }
    let unpacked = 0;
    const queue = [...packages];
    progress({ step: 'unpack', done: 0, total: packages.length });
    const worker = async (): Promise<void> => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) {
        await unpack(join(debs, `${entry.sha256}.deb`), building);
        progress({ step: 'unpack', done: ++unpacked, total: packages.length });
      }
    };
    await Promise.all(Array.from({ length: Math.min(4, cpus().length) }, worker));
    await prune(building, chosen);
    await finish(building, chosen);
    const names = Object.fromEntries(packages.map((entry) => [entry.name, entry.version]));
    const key = createHash('sha256')
      .update(JSON.stringify([LAYOUT, names]))
      .digest('hex')
      .slice(0, 12);
    const manifest = {
      layout: LAYOUT,
      arch: process.arch,
      major: chosen,
      packages: names,
      made: new Date().toISOString(),
    };
    await writeFile(join(building, 'tree.json'), JSON.stringify(manifest, null, 2));
    // Readable by the unprivileged user that the engine runs as, whatever the umask.
    await runOrThrow('Opening the engine to its user', 'chmod', ['-R', 'a+rX', building]);
    const root = join(trees, `postgresql-${chosen}-${key}`);
    await rm(root, { recursive: true, force: true });
    await rename(building, root);
    await sweep(cacheDir, basename(root));
    return { root, major: chosen, packages: names };
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw error;
  }
}

/** Removes files that a running engine does not use: documentation, headers, translations and the JIT's bitcode. */
async function prune(root: string, major: number): Promise<void> {
  const unused = ['doc', 'man', 'locale', 'lintian', 'bug', 'perl5', 'doc-base'].map(
    (name) => `usr/share/${name}`,
  );
  unused.push(
    'usr/include',
    `usr/lib/postgresql/${major}/lib/bitcode`,
    `usr/share/postgresql/${major}/contrib`,
  );
  for (const path of unused) await rm(join(root, path), { recursive: true, force: true });
  // Scripts that convert a PostGIS installed before extensions existed.
  const extensions = join(root, `usr/share/postgresql/${major}/extension`);
  for (const name of await readdir(extensions)) {
    if (name.includes('--unpackaged')) await rm(join(extensions, name));
  }
}

/** Checks that every library exists and replaces the programs by launcher scripts. */
async function finish(root: string, major: number): Promise<void> {
  const bin = join(root, `usr/lib/postgresql/${major}/bin`);
  const modules = join(root, `usr/lib/postgresql/${major}/lib`);
  const loaded = (await readdir(modules)).filter(
    (name) =>
      name.endsWith('.so') &&
      !/raster|sfcgal|topology|llvmjit|perl|python|tcl|address_standardizer/.test(name),
  );
  const programs = ['postgres', 'initdb'].map((name) => join(bin, name));
  const used = await resolveLibraries(root, [...programs, ...loaded.map((name) => join(modules, name))]);

  const interpreter = (await readElf(programs[0]!))?.interpreter;
  if (!interpreter) throw new Error('The package suite brought a postgres that names no program loader.');
  const folders = new Set([...used].map((file) => dirname(file)));
  folders.delete(bin);
  // Relative to the launcher, because the tree is moved when it is complete.
  const path = [...folders].map((folder) => `$root${folder.slice(root.length)}`).join(':');
  for (const program of programs) {
    await rename(program, `${program}.elf`);
    const script = [
      '#!/bin/sh',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
      'here="${0%/*}"; root="${here%/usr/lib/postgresql/*}"',
      `exec "$root${interpreter}" --library-path "${path}" --argv0 "$0" "$0.elf" "$@"`,
      '',
    ].join('\n');
    await writeFile(program, script, { mode: 0o755 });
    await chmod(program, 0o755);
  }
  // In PostGIS's packages an install script creates this link.
  const control = join(root, `usr/share/postgresql/${major}/extension/postgis.control`);
  await symlink('postgis-3.control', control).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await runOrThrow('Starting the fetched engine', join(bin, 'postgres'), ['--version']);
}

/** Removes what a fetch leaves behind: downloads, the index, and builds that were interrupted. */
async function sweep(cacheDir: string, keep: string): Promise<void> {
  for (const name of ['packages', 'apt']) await rm(join(cacheDir, name), { recursive: true, force: true });
  const trees = join(cacheDir, 'engines');
  for (const name of await readdir(trees)) {
    if (name.startsWith('.building-') && name !== keep)
      await rm(join(trees, name), { recursive: true, force: true });
  }
}
