import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type HeldLock, takeLock } from '../tree/lock.ts';
import { signal, startTimeOf } from './processes.ts';

/** How long a gateway that was signalled, or a watchdog that is stopping PostgreSQL, may take, ms. */
const HANDOVER_MS = 40_000;

/**
 * The script that the holder of the data folder's lock runs when the gateway has ended: it stops PostgreSQL if that
 * still runs, so that kill -9 of the gateway leaves nothing behind, and only then releases the lock. It finds the
 * processes by the cluster's mark (arguments are separated by NUL in /proc, hence -z; the anchors keep grep and this
 * script from matching themselves).
 */
export function cleanupScript(mark: string): string {
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

/** A process id with its start time. */
interface ProcessRun {
  pid: number;
  start: string | null;
}

/** The process of the gateway of a data folder, and its parent. */
interface Holder extends ProcessRun {
  parent: ProcessRun;
}

async function isAlive(run: ProcessRun | undefined): Promise<boolean> {
  return run !== undefined && run.start !== null && (await startTimeOf(run.pid)) === run.start;
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** An exclusive lock on a data folder. */
export interface Claim {
  release(): Promise<void>;
}

/**
 * Locks a data folder for the lifetime of this process. A gateway whose parent was killed is asked to end; one whose
 * parent is alive is not touched.
 * @throws Error at once when a running gateway has the folder, or after a timeout when something else holds its lock
 */
export async function lockDataFolder(
  dataDir: string,
  mark: string,
  log: (line: string) => void,
): Promise<Claim> {
  const holderFile = join(dataDir, 'gateway.json');
  const lockFile = join(dataDir, 'gateway.lock');
  await waitForHolder(dataDir, holderFile, log);
  const lock = await takeLock(lockFile, HANDOVER_MS, cleanupScript(mark));
  if (!lock) throw new Error(`The data folder ${dataDir} is still locked by a process that does not end.`);
  const holder = await readHolder(holderFile);
  if (holder && (await isAlive(holder))) {
    // The holder of its lock was killed while it serves. This lock is released without its cleanup script, which would
    // stop the other gateway's database.
    await lock.abandon();
    throw inUse(dataDir, holder);
  }
  const run = async (pid: number): Promise<ProcessRun> => ({ pid, start: await startTimeOf(pid) });
  await writeFile(
    holderFile,
    JSON.stringify({ ...(await run(process.pid)), parent: await run(process.ppid) }),
  );
  return keepLock(lock, lockFile, holderFile, mark, log);
}

function inUse(dataDir: string, holder: ProcessRun): Error {
  return new Error(`The data folder ${dataDir} is in use by process ${holder.pid}.`);
}

/** `gateway.json` decides and not the lock, whose holder may have been killed while the gateway still serves. */
async function waitForHolder(
  dataDir: string,
  holderFile: string,
  log: (line: string) => void,
): Promise<void> {
  const holder = await readHolder(holderFile);
  if (!holder || !(await isAlive(holder))) return;
  if (holder.pid === process.pid || (await isAlive(holder.parent))) throw inUse(dataDir, holder);
  log(`taking over from process ${holder.pid}, whose parent has ended`);
  signal(holder.pid, 'SIGTERM');
  const deadline = Date.now() + HANDOVER_MS;
  while (await isAlive(holder)) {
    if (Date.now() > deadline) throw inUse(dataDir, holder);
    await pause(20);
  }
}

/** Keeps a lock until it is released, taking it again when its holder is killed. */
function keepLock(
  first: HeldLock,
  lockFile: string,
  holderFile: string,
  mark: string,
  log: (line: string) => void,
): Claim {
  let lock: HeldLock | null = null;
  let released = false;
  let taking: Promise<void> = Promise.resolve();
  const watch = (held: HeldLock): void => {
    lock = held;
    held.child.once('exit', () => {
      if (released) return;
      log("the process that holds the data folder's lock ended, taking the lock again");
      lock = null;
      taking = take(held);
    });
  };
  const take = async (ended: HeldLock): Promise<void> => {
    await ended.abandon();
    while (!released && !lock) {
      const held = await takeLock(lockFile, 1_000, cleanupScript(mark)).catch(() => null);
      if (held && released) await held.abandon();
      else if (held) watch(held);
      else await pause(100);
    }
  };
  watch(first);
  return {
    release: async () => {
      released = true;
      await taking;
      // The file is removed before the lock is released: with the file and a free lock another start would think that
      // this gateway is running.
      await rm(holderFile, { force: true });
      await lock?.release();
    },
  };
}
