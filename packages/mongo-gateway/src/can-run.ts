import { existsSync } from 'node:fs';
import { defaultCacheDir } from './start.ts';
import { APT_HELPER, configuredRepositories } from './tree/apt.ts';
import { run } from './tree/command.ts';
import { cachedTree } from './tree/tree.ts';

/**
 * Whether `startMongoGateway` can work on this machine, without using the network; the reason in one sentence if not.
 */
export async function canRun(): Promise<{ ok: true } | { ok: false; reason: string }> {
  if (process.platform !== 'linux') {
    return { ok: false, reason: `The built-in database runs on Linux, not on ${process.platform}.` };
  }
  try {
    if ((await run('flock', ['--version'])).code !== 0) {
      return { ok: false, reason: 'The built-in database needs the program flock (package util-linux).' };
    }
    if (await cachedTree(await defaultCacheDir())) return { ok: true };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
  if ((await run('dpkg-deb', ['--version'])).code !== 0 || !existsSync(APT_HELPER)) {
    return {
      ok: false,
      reason: 'The built-in database is fetched by apt and dpkg, which this machine does not have.',
    };
  }
  if ((await configuredRepositories()).length === 0) {
    return {
      ok: false,
      reason: "This machine's apt configuration names no Debian repository to fetch from.",
    };
  }
  return { ok: true };
}
