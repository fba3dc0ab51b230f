import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { openBlobs } from '../src/index.ts';
import { describeBlobs } from './contract.ts';

describeBlobs('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-blobs-'));
  const blobs = openBlobs({ url: folder });
  return {
    blobs,
    wipe: () => rm(folder, { recursive: true }),
    close: async () => {
      await blobs.close();
      await rm(folder, { recursive: true });
    },
  };
});

it('a folder keeps no temporary files of writes that failed or that a crash interrupted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-blobs-'));
  const unfinished = join(folder, '.unfinished');
  await mkdir(unfinished);
  await writeFile(join(unfinished, 'old'), 'half');
  await writeFile(join(unfinished, 'fresh'), 'half');
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000);
  await utimes(join(unfinished, 'old'), twoDaysAgo, twoDaysAgo);

  const blobs = openBlobs({ url: folder });
  const stream = new PassThrough();
  const put = blobs.put('a/b', stream);
  stream.destroy(new Error('broken'));
  await expect(put).rejects.toThrow();
  await blobs.close();

  expect(await readdir(unfinished)).toEqual(['fresh']);
  await rm(folder, { recursive: true });
});

it('a leftover of a write that cannot be removed stops neither the process nor later writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-blobs-'));
  // Removing it as a file fails, as it does where the file belongs to another user.
  const stuck = join(folder, '.unfinished', 'stuck');
  await mkdir(stuck, { recursive: true });
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000);
  await utimes(stuck, twoDaysAgo, twoDaysAgo);

  const blobs = openBlobs({ url: folder });
  await blobs.put('a/b', Buffer.from('whole'));
  expect(String(await blobs.read('a/b'))).toBe('whole');
  await blobs.close();
  await rm(folder, { recursive: true });
});
