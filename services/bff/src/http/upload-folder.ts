import { lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than any upload and its check may take, ms. */
const longestMs = 10 * 60_000;

/**
 * Where uploads lie; files of processes that died are removed. Several processes of one user may share it. Without a
 * configured folder it is the user's own below `within`, the system's folder for such files: other users have their
 * own, and cannot create this one in advance.
 */
export async function openUploadFolder(configured: string | undefined, within = tmpdir()): Promise<string> {
  const folder = configured ?? (await ownFolder(within));
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^[\da-f-]{36}$/.test(one))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > longestMs) await rm(path, { force: true });
  }
  return folder;
}

async function ownFolder(within: string): Promise<string> {
  const user = process.getuid?.();
  const folder = join(within, user === undefined ? 'sello-uploads' : `sello-uploads-${user}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(folder).catch(() => undefined);
  const isOurs = found?.isDirectory() === true && (user === undefined || found.uid === user);
  return isOurs ? folder : mkdtemp(`${folder}-`);
}
