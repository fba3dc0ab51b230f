import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HeldLock, takeLock } from '../tree/lock.ts';
import { signal, startOf } from './processes.ts';

/** How long one that is asked to go, or whose keeper is stopping PostgreSQL, may take, ms. */
const HANDOVER_MS = 40_000;

/**
 * What the holder of the data folder's lock does when we are gone: ends PostgreSQL if it still runs, so that no
 * kill -9 of ours leaves it behind, and only then lets the lock go. It finds the processes by the cluster's mark
 * (arguments are separated by NUL in /proc, hence -z; anchors keep grep and this script from finding themselves).
 */
export function lastWill(mark: string): string {
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

/** One run of a process. */
interface Run {
  pid: number;
  start: string | null;
}

/** Who runs the gateway of a data folder, and who started that. */
interface Card extends Run {
  parent: Run;
}

async function isAlive(run: Run | undefined): Promise<boolean> {
  return run !== undefined && run.start !== null && (await startOf(run.pid)) === run.start;
}

async function readCard(file: string): Promise<Card | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Card;
  } catch {
    return null;
  }
}

/**
 * Makes sure that we are alone on a data folder for as long as we live. A gateway whose own starter was killed is
 * asked to go; one that is looked after is left alone.
 * @throws Error at once when a live gateway has the folder, after a while when something else holds its lock
 */
export async function keepAlone(
  dataDir: string,
  mark: string,
  log: (line: string) => void,
): Promise<HeldLock> {
  const file = join(dataDir, 'gateway.json');
  const lockFile = join(dataDir, 'gateway.lock');
  let lock = await takeLock(lockFile, 0, lastWill(mark));
  if (!lock) {
    const holder = await readCard(file);
    if (holder && (await isAlive(holder))) {
      if (holder.pid === process.pid || (await isAlive(holder.parent))) {
        throw new Error(`The data folder ${dataDir} is in use by process ${holder.pid}.`);
      }
      log(`taking over from process ${holder.pid}, whose starter is gone`);
      signal(holder.pid, 'SIGTERM');
    }
    lock = await takeLock(lockFile, HANDOVER_MS, lastWill(mark));
    if (!lock) throw new Error(`The data folder ${dataDir} stays locked by a process that does not go.`);
  }
  const run = async (pid: number): Promise<Run> => ({ pid, start: await startOf(pid) });
  await writeFile(file, JSON.stringify({ ...(await run(process.pid)), parent: await run(process.ppid) }));
  return lock;
}
