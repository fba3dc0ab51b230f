import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { roleOf } from './processes.ts';
import { SOCKET_PORT } from './settings.ts';

/** Files in which PostgreSQL stores the process id of the postmaster and of the socket's owner. */
const LOCK_FILES = ['postmaster.pid', `.s.PGSQL.${SOCKET_PORT}.lock`];

/**
 * Removes the lock files of a killed run. PostgreSQL itself accepts any process id in use, also a reused one or that of
 * a zombie; here a lock counts only when its process is a PostgreSQL of this cluster.
 */
export async function removeStaleLocks(cluster: string, mark: string): Promise<void> {
  const files = LOCK_FILES.map((name) => join(cluster, name));
  for (const file of files) {
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (pid > 0 && (await runsCluster(pid, cluster, mark))) {
      throw new Error(`The data folder ${cluster} is in use by PostgreSQL, process ${pid}.`);
    }
  }
  for (const file of files) await rm(file, { force: true });
}

/** Whether that process is a PostgreSQL of this cluster: by its mark, or by its name and working directory. */
async function runsCluster(pid: number, cluster: string, mark: string): Promise<boolean> {
  // A zombie has an empty command line.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  if (roleOf(commandLine, mark) !== null) return true;
  if (!/postgres|postmaster/.test(commandLine)) return false;
  const [own, theirs] = await Promise.all([
    stat(cluster).catch(() => null),
    stat(`/proc/${pid}/cwd`).catch(() => null),
  ]);
  return own !== null && theirs !== null && own.dev === theirs.dev && own.ino === theirs.ino;
}
