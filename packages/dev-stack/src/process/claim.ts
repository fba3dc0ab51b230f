import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, type ProcessIdentity, signal, startTimeOf } from './identity.ts';

interface ClaimFile {
  holder: ProcessIdentity;
  /** Processes that the holder started; the next holder ends them if the holder was killed. */
  parts: ProcessIdentity[];
}

/** An exclusive claim of a data folder. */
export interface Claim {
  /** The processes of a previous holder that were ended. */
  recovered: string[];
  /** Stores the running processes. */
  note(parts: { name: string; pid: number }[]): Promise<void>;
  release(): Promise<void>;
}

async function read(file: string): Promise<ClaimFile | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ClaimFile;
  } catch {
    return null;
  }
}

/**
 * Claims the data folder, creating it when absent. Processes that a killed holder left running are ended first.
 * @throws Error in one sentence when a running process has claimed it
 */
export async function claim(dataDir: string): Promise<Claim> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'running.json');
  const mine: ClaimFile = {
    holder: { name: 'sello', pid: process.pid, run: await startTimeOf(process.pid) },
    parts: [],
  };
  const fresh = join(dataDir, `.running.${process.pid}.json`);
  const write = (): Promise<void> => writeFile(fresh, JSON.stringify(mine, null, 2));
  await write();
  const recovered: string[] = [];
  for (;;) {
    const got = await link(fresh, file).then(
      () => true,
      () => false,
    );
    if (got) break;
    const other = await read(file);
    if (other !== null && (await isRunning(other.holder))) {
      await rm(fresh, { force: true });
      throw new Error(
        `Sello already runs on ${dataDir} (process ${other.holder.pid}); stop it first or choose another folder with --data.`,
      );
    }
    for (const part of other?.parts ?? []) if (await endLeftover(part)) recovered.push(part.name);
    await rm(file, { force: true });
  }
  await rm(fresh, { force: true });
  let last: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    last = last.then(async () => {
      await write();
      await rename(fresh, file);
    });
    return last;
  };
  return {
    recovered,
    async note(parts) {
      const cards = parts.map(async (part) => ({ ...part, run: await startTimeOf(part.pid) }));
      mine.parts = await Promise.all(cards);
      await save();
    },
    async release() {
      await last;
      await rm(file, { force: true });
    },
  };
}

async function endLeftover(part: ProcessIdentity): Promise<boolean> {
  if (!(await isRunning(part))) return false;
  signal(part.pid, 'SIGTERM');
  for (let round = 0; round < 200 && (await isRunning(part)); round++) {
    if (round === 100) signal(part.pid, 'SIGKILL');
    await pause(50);
  }
  return true;
}
