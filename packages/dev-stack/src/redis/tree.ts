import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  download,
  fetchIndex,
  parseIndex,
  readElf,
  resolveDependencies,
  resolveLibraries,
  runOrThrow,
  takeLock,
  unpack,
} from '@sello/mongo-gateway';

/** Incremented when the layout of a tree changes. */
const LAYOUT = 1;

/** Accepted Redis servers, best first, with their programs. */
const SERVERS = [
  { name: 'redis-server', program: 'usr/bin/redis-server', check: 'usr/bin/redis-check-rdb' },
  { name: 'valkey-server', program: 'usr/bin/valkey-server', check: 'usr/bin/valkey-check-rdb' },
];

export interface RedisTree {
  /** Path of the launcher script. */
  program: string;
  version: string;
}

interface Manifest extends RedisTree {
  layout: number;
  arch: string;
}

/** The cached tree, or null. */
async function cachedRedis(cacheDir: string): Promise<RedisTree | null> {
  const text = await readFile(join(cacheDir, 'redis', 'tree.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const tree = JSON.parse(text) as Manifest;
  if (tree.layout !== LAYOUT || tree.arch !== process.arch) return null;
  return { program: join(cacheDir, 'redis', tree.program), version: tree.version };
}

/**
 * Redis's files: from the cache, else fetched once from the machine's Debian mirror with the libraries it needs, so
 * that it runs on any distribution. A tree appears in the cache atomically.
 */
export async function ensureRedis(
  cacheDir: string,
  progress: (step: string, done: number, total: number) => void,
): Promise<RedisTree> {
  const ready = await cachedRedis(cacheDir);
  if (ready) return ready;
  await mkdir(cacheDir, { recursive: true });
  const lock = await takeLock(join(cacheDir, 'redis.lock'), 5 * 60_000);
  if (!lock) throw new Error(`another process has been fetching Redis into ${cacheDir} for five minutes`);
  try {
    return (await cachedRedis(cacheDir)) ?? (await fetchTree(cacheDir, progress));
  } finally {
    await lock.release();
  }
}

async function fetchTree(
  cacheDir: string,
  progress: (step: string, done: number, total: number) => void,
): Promise<RedisTree> {
  progress('package index', 0, 0);
  const index = await fetchIndex(join(cacheDir, 'redis-apt'));
  const all = parseIndex(await readFile(index.packagesFile, 'utf8'));
  const server = SERVERS.find((entry) => all.has(entry.name));
  if (!server) throw new Error('the package suite has neither redis-server nor valkey-server');
  const packages = resolveDependencies(all, [server.name]);
  const debs = join(cacheDir, 'redis-packages');
  await download(index, packages, debs, (done, total) => progress('download', done, total));

  const building = await mkdtemp(join(cacheDir, '.redis-'));
  try {
    for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
      await mkdir(join(building, 'usr', name), { recursive: true });
      await symlink(`usr/${name}`, join(building, name));
    }
    for (const entry of packages) await unpack(join(debs, `${entry.sha256}.deb`), building);
    await prune(building);
    await writeLauncher(building, server);
    const manifest: Manifest = {
      layout: LAYOUT,
      arch: process.arch,
      program: server.program,
      version: all.get(server.name)!.version,
    };
    await runOrThrow('Starting the fetched Redis', join(building, server.program), ['--version']);
    await writeFile(join(building, 'tree.json'), JSON.stringify(manifest, null, 2));
    await runOrThrow('Opening Redis to every user', 'chmod', ['-R', 'a+rX', building]);
    const root = join(cacheDir, 'redis');
    await rm(root, { recursive: true, force: true });
    await rename(building, root);
    return { program: join(root, server.program), version: manifest.version };
  } finally {
    for (const leftover of [building, debs, join(cacheDir, 'redis-apt')]) {
      await rm(leftover, { recursive: true, force: true });
    }
  }
}

/** Removes documentation and translations, which a running server does not use. */
async function prune(root: string): Promise<void> {
  for (const name of await readdir(join(root, 'usr/share'))) {
    await rm(join(root, 'usr/share', name), { recursive: true, force: true });
  }
}

/** Replaces the program by a launcher script that runs it with the tree's own loader and libraries. */
async function writeLauncher(root: string, server: { program: string; check: string }): Promise<void> {
  const link = join(root, server.program);
  // In Debian redis-server is a link to the program that also checks files.
  const elf = await readElf(link);
  if (!elf?.interpreter)
    throw new Error(`the package suite brought a ${server.program} that names no program loader`);
  const used = await resolveLibraries(root, [link]);
  const folders = [...new Set([...used].map((file) => dirname(file)))].filter(
    (folder) => folder !== dirname(link),
  );
  const path = folders.map((folder) => `$root${folder.slice(root.length)}`).join(':');
  await runOrThrow('Keeping the program next to its launcher', 'cp', ['-L', link, `${link}.elf`]);
  await rm(link);
  const script = [
    '#!/bin/sh',
    `root="\${0%/${server.program}}"`,
    `exec "$root${elf.interpreter}" --library-path "${path}" --argv0 "$0" "$0.elf" "$@"`,
    '',
  ].join('\n');
  await writeFile(link, script, { mode: 0o755 });
  await chmod(link, 0o755);
}
