import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseElf, readElf } from './elf.ts';
import { resolveLibraries } from './shared-libraries.ts';

describe('an ELF file', () => {
  it('names its needed libraries and its loader', async () => {
    const elf = await readElf(process.execPath);
    expect(elf?.needed).toContain('libc.so.6');
    expect(elf?.interpreter).toMatch(/\/ld-linux/);
    expect(elf?.soname).toBeNull();
  });

  it('is distinguished from other files', () => {
    expect(parseElf(Buffer.from('#!/bin/sh\n'.repeat(20)))).toBeNull();
    expect(parseElf(Buffer.alloc(0))).toBeNull();
  });
});

describe('the resolution of libraries', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'sello-closure-'));
    await mkdir(join(root, 'usr/lib/x-linux-gnu'), { recursive: true });
    await writeFile(join(root, 'usr/lib/x-linux-gnu/libc.so.6'), 'not an ELF file: needs nothing');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('fails with the name of each missing library and of the file that needs it', async () => {
    const program = join(root, 'usr/program');
    await copyFile(process.execPath, program);
    await expect(resolveLibraries(root, [program])).rejects.toThrow(
      /^The package suite lacks shared libraries: .*lib\S+\.so\S* \(needed by usr\/program\)/,
    );
  });

  it('succeeds when every library exists', async () => {
    const program = join(root, 'usr/program');
    await copyFile(process.execPath, program);
    for (const name of (await readElf(program))?.needed ?? []) {
      await writeFile(join(root, 'usr/lib/x-linux-gnu', name), 'needs nothing');
    }
    expect([...(await resolveLibraries(root, [program]))]).toContain(
      join(root, 'usr/lib/x-linux-gnu/libc.so.6'),
    );
  });

  it('fails when the packages contain no C library', async () => {
    await rm(join(root, 'usr/lib/x-linux-gnu/libc.so.6'));
    await expect(resolveLibraries(root, [])).rejects.toThrow('The unpacked packages hold no C library');
  });
});
