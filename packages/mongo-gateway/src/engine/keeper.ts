import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HeldLock, takeLock } from '../tree/lock.ts';
import { startOf } from './processes.ts';

/**
 * What the holder of the data folder's lock does when we are gone: ends PostgreSQL if it still runs, so that no
 * kill -9 of ours leaves it behind, and only then lets the lock go. It finds the processes by the cluster's mark
 * (arguments are separated by NUL in /proc, hence -z; anchors keep grep and this script from finding themselves).
 */
function lastWill(mark: string): string {
  return `
    all() { grep -lzsE '^(cluster_name=${mark}|postgres: ${mark}: .*)$' /proc/[0-9]*/cmdline; }
    pids() { sed 's#/proc/##; s#/cmdline##'; }
    cat >/dev/null
    postmaster=$(all | xargs -r grep -LzsE '^postgres: ${mark}: ' | pids)
    [ -n "$postmaster" ] && kill -INT $postmaster
    round=0
    while [ $round -lt 150 ]; do
      left=$(all | pids)
      [ -z "$left" ] && exit 0
      round=$((round + 1)); sleep 0.1
    done
    kill -KILL $left`;
}

/**
 * Makes sure that we are alone on a data folder for as long as we live.
 * @throws Error at once when a live gateway has it, after 30 s when something else holds its lock
 */
export async function keepAlone(dataDir: string, mark: string): Promise<HeldLock> {
  const card = join(dataDir, 'gateway.json');
  const lockFile = join(dataDir, 'gateway.lock');
  let lock = await takeLock(lockFile, 0, lastWill(mark));
  if (!lock) {
    const holder = JSON.parse(await readFile(card, 'utf8').catch(() => '{}')) as {
      pid?: number;
      start?: string;
    };
    if (holder.pid && (await startOf(holder.pid)) === holder.start) {
      throw new Error(`The data folder ${dataDir} is in use by process ${holder.pid}.`);
    }
    // The one before us was killed and its keeper is stopping PostgreSQL.
    lock = await takeLock(lockFile, 30_000, lastWill(mark));
    if (!lock)
      throw new Error(`The data folder ${dataDir} stays locked by a process this machine does not show.`);
  }
  await writeFile(card, JSON.stringify({ pid: process.pid, start: await startOf(process.pid) }));
  return lock;
}
