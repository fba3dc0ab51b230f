import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FontPack } from '@sello/design/fonts';
import { packFiles, packFolder } from '@sello/render';
import { type Claim, claim } from '../process/claim.ts';
import type { Reporter } from '../report.ts';
import { checkIntegrity, unpackFiles } from './archive.ts';
import { downloadPack } from './download.ts';

export interface FetchOptions {
  /** Where packs lie for every service of this machine. */
  folder: string;
  packs: readonly FontPack[];
  report: Reporter;
  signal: AbortSignal;
  pauses?: readonly number[];
}

const work = 'Fonts';
const claimEveryMs = 2_000;

/**
 * Fetches the packs that are not there, one after the other. Two processes never fetch at a time; one that was killed
 * holds nobody up. What is half fetched is gone on with at the next try. Returns the packs that could not be fetched, each
 * of which was said in one sentence.
 */
export async function fetchPacks(options: FetchOptions): Promise<FontPack[]> {
  const { folder, packs, report, signal } = options;
  const missing = () => packs.filter((pack) => !existsSync(packFolder(folder, pack)));
  if (missing().length === 0) return [];
  await mkdir(folder, { recursive: true });
  const held = await acquireLock(join(folder, '.fetching'), () => missing().length === 0, signal);
  if (!held) return [];
  const failed: FontPack[] = [];
  try {
    for (const pack of missing()) {
      try {
        await fetchPack(pack, options);
        report.info(`  ${work}: ${pack.name} is there`);
      } catch (error) {
        signal.throwIfAborted();
        failed.push(pack);
        report.warn(
          `The fonts ${pack.name} could not be fetched (${(error as Error).message}); the next start or npm run fetch-fonts goes on.`,
        );
      }
    }
  } finally {
    report.ended(work);
    await held.release();
  }
  return failed;
}

/** Null when another process has fetched everything meanwhile. */
async function acquireLock(
  folder: string,
  isDone: () => boolean,
  signal: AbortSignal,
): Promise<Claim | null> {
  for (;;) {
    try {
      return await claim(folder);
    } catch (error) {
      // Another process has it: it is waited for. What the system refuses stays refused.
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      await pause(claimEveryMs, undefined, { signal });
      if (isDone()) return null;
    }
  }
}

/** A pack appears whole or not at all. */
async function fetchPack(pack: FontPack, { folder, report, signal, pauses }: FetchOptions): Promise<void> {
  const target = packFolder(folder, pack);
  const archive = `${target}.tgz.part`;
  await downloadPack(pack, archive, {
    signal,
    ...(pauses && { pauses }),
    progress: (done) => report.progress(work, pack.name, done, pack.size, 'bytes'),
  });
  const fresh = await mkdtemp(`${target}.`);
  try {
    await checkIntegrity(archive, pack.integrity).catch(async (error: unknown) => {
      await rm(archive, { force: true });
      throw error;
    });
    const wanted = new Set([...packFiles(pack).map(({ path }) => path), 'LICENSE_FONT']);
    const written = await unpackFiles(archive, fresh, (path) => {
      const name = path.split('/').at(-1) as string;
      return wanted.has(name) ? name : undefined;
    });
    const lacking = packFiles(pack).filter(({ path }) => !written.includes(path));
    if (lacking.length > 0)
      throw new Error(`the package has no ${lacking.map(({ path }) => path).join(', ')}`);
    // Whoever runs the services reads it, not the one alone who fetched it.
    await chmod(fresh, 0o755);
    await rename(fresh, target);
    await rm(archive, { force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
