import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than any upload and its check may take, ms. */
const longestMs = 10 * 60_000;

/** Where uploads lie; what a process that died left there is removed. Several processes may share one. */
export async function openUploadFolder(configured: string | undefined): Promise<string> {
  const folder = configured ?? join(tmpdir(), 'sello-uploads');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^[\da-f-]{36}$/.test(one))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > longestMs) await rm(path, { force: true });
  }
  return folder;
}
