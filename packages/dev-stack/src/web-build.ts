import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reporter } from './report.ts';
import { root } from './root.ts';

/** The sources of the web application. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'scripts/web',
  'packages/contracts/src',
  'packages/design/src',
  'package-lock.json',
];

/** The folder of the built web application. */
export const webFolder = join(root, 'web/dist');

async function newestIn(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (info === null) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  // The built application has no tests.
  const entries = (await readdir(path)).filter((name) => !/\.test\.tsx?$/.test(name));
  const times = await Promise.all(entries.map((name) => newestIn(join(path, name))));
  return Math.max(info.mtimeMs, ...times);
}

async function isFresh(): Promise<boolean> {
  const built = await stat(join(webFolder, 'index.html')).catch(() => null);
  if (built === null) return false;
  const times = await Promise.all(SOURCES.map((path) => newestIn(join(root, path))));
  return built.mtimeMs >= Math.max(...times);
}

/**
 * Builds the web application when there is no build or it is older than its sources; returns its folder. @throws Error
 * with the last lines of the build
 */
export async function ensureWeb(report: Reporter, signal?: AbortSignal): Promise<string> {
  if (await isFresh()) return webFolder;
  report.progress('Web', 'build');
  const begun = Date.now();
  try {
    await buildWeb(signal);
    report.info(`  Web: built in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    return webFolder;
  } finally {
    report.ended('Web');
  }
}

/**
 * Builds the web application. The new build is made in a folder of its own and replaces the old one by renaming, so that a
 * service never reads a partial one. @throws Error with the last lines of the build
 */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  const next = join(root, 'node_modules/.cache', `sello-web-${process.pid}`);
  try {
    await mkdir(join(next, '..'), { recursive: true });
    await build(next, signal);
    const old = `${next}-old`;
    if (existsSync(webFolder)) await rename(webFolder, old);
    await rename(next, webFolder);
    await rm(old, { recursive: true, force: true });
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

function build(outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', join(root, 'web'), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Under a test runner, which sets another, the development version of React would be built.
      env: { ...process.env, NODE_ENV: 'production' },
      ...(signal ? { signal } : {}),
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const last = Buffer.concat(output).toString('utf8').trim().split('\n').slice(-12).join('\n');
      reject(new Error(`The web application could not be built:\n${last}`));
    });
  });
}
