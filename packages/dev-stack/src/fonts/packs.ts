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
  /** The folder of packs that all services of this machine share. */
  folder: string;
  packs: readonly FontPack[];
  report: Reporter;
  signal: AbortSignal;
  pauses?: readonly number[];
}

const work = 'Fonts';
const lockRetryMs = 2_000;

/**
 * Downloads and installs the packs that are missing, one after the other. A lock ensures that one process downloads at
 * a time; the lock of a killed process is taken over. A partial download is resumed by the next call. Returns the packs
 * that could not be downloaded, each reported with one warning. Throws when `signal` is aborted.
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
        report.info(`  ${work}: ${pack.name} is installed`);
      } catch (error) {
        signal.throwIfAborted();
        failed.push(pack);
        report.warn(
          `The font pack ${pack.name} could not be fetched (${(error as Error).message}); the next start or npm run fetch-fonts resumes the download.`,
        );
      }
    }
  } finally {
    report.ended(work);
    await held.release();
  }
  return failed;
}

/** Waits for the lock; null when another process has installed all packs meanwhile. */
async function acquireLock(
  folder: string,
  isDone: () => boolean,
  signal: AbortSignal,
): Promise<Claim | null> {
  for (;;) {
    try {
      return await claim(folder);
    } catch (error) {
      // Without an error code another process holds the lock. An error of the file system is not retried.
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      await pause(lockRetryMs, undefined, { signal });
      if (isDone()) return null;
    }
  }
}

/** Installs a pack by renaming a complete folder, so that readers never see a partial one. */
async function fetchPack(pack: FontPack, { folder, report, signal, pauses }: FetchOptions): Promise<void> {
  const target = packFolder(folder, pack);
  const archive = `${target}.tgz.part`;
  await downloadPack(pack, archive, {
    signal,
    ...(pauses && { pauses }),
    progress: (done) => report.progress(work, pack.name, done, pack.size, 'bytes'),
  });
  const staging = await mkdtemp(`${target}.`);
  try {
    await checkIntegrity(archive, pack.integrity).catch(async (error: unknown) => {
      await rm(archive, { force: true });
      throw error;
    });
    const wanted = new Set([...packFiles(pack).map(({ path }) => path), 'LICENSE_FONT']);
    const written = await unpackFiles(archive, staging, (path) => {
      const name = path.split('/').at(-1) as string;
      return wanted.has(name) ? name : undefined;
    });
    const missing = packFiles(pack).filter(({ path }) => !written.includes(path));
    if (missing.length > 0)
      throw new Error(`the package has no ${missing.map(({ path }) => path).join(', ')}`);
    // `mkdtemp` restricts the folder to its owner; services may run as another user.
    await chmod(staging, 0o755);
    await rename(staging, target);
    await rm(archive, { force: true });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
