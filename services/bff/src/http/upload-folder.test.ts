import { access, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openUploadFolder } from './upload-folder.ts';

let within: string;
beforeEach(async () => {
  within = await mkdtemp(join(tmpdir(), 'sello-upload-folder-'));
});
afterEach(() => rm(within, { recursive: true, force: true }));

it('is shared by all processes of a user and not accessible to others', async () => {
  const folder = await openUploadFolder(undefined, within);
  expect(await openUploadFolder(undefined, within)).toBe(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('uses another folder when the default path is a symbolic link', async () => {
  const usual = await openUploadFolder(undefined, within);
  await rm(usual, { recursive: true });
  await mkdir(join(within, 'theirs'));
  await symlink(join(within, 'theirs'), usual);
  const folder = await openUploadFolder(undefined, within);
  expect(folder).not.toBe(usual);
  await access(folder);
  expect(await readdir(join(within, 'theirs'))).toEqual([]);
});

it('deletes old files of dead processes, and no recent or unrelated ones', async () => {
  const names = ['0b1f3c52-9a0e-4a52-8d0c-3c6d0f1f7a01', '0b1f3c52-9a0e-4a52-8d0c-3c6d0f1f7a02'];
  for (const name of [...names, 'notes.txt']) await writeFile(join(within, name), 'x');
  await utimes(join(within, names[0]!), 1, 1);
  await utimes(join(within, 'notes.txt'), 1, 1);
  expect(await openUploadFolder(within)).toBe(within);
  expect((await readdir(within)).sort()).toEqual([names[1], 'notes.txt']);
});
