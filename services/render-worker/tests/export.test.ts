import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addStudents, buildStudent, follow, openWorld, order, startWorker, type World } from './world.ts';

const run = promisify(execFile);
let world: World;
let out: string;
beforeAll(async () => {
  world = await openWorld();
  out = await mkdtemp(join(tmpdir(), 'sello-export-'));
  const worker = await startWorker(world);
  const items = await addStudents(world, [buildStudent(1), buildStudent(2), buildStudent(3)]);
  await follow(world, () => order(world, 'generate', items));
  await worker.close();
});
afterAll(async () => {
  await world?.close();
  await rm(out, { recursive: true, force: true });
});

const exportAll = () =>
  run(process.execPath, [join(import.meta.dirname, '../src/export-certificates.ts'), '--out', out], {
    env: { ...process.env, ...world.env },
  });

it('writes every certificate as the file that was issued, and goes on where it stopped', async () => {
  expect((await exportAll()).stdout).toContain('3 written, 0 there already, 0 damaged');
  const files = await readdir(join(out, world.tenantId));
  expect(files).toHaveLength(3);
  await rm(join(out, world.tenantId, files[0]!));
  expect((await exportAll()).stdout).toContain('1 written, 2 there already');
  for await (const { _id, hash } of world.store.certificates.each(world.tenantId)) {
    const bytes = await readFile(join(out, world.tenantId, `${_id}.pdf`));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  }
});

it('names a damaged certificate, writes no such file and ends with an error', async () => {
  for await (const { pack } of world.store.certificates.each(world.tenantId))
    await world.blobs.delete(pack.key);
  await rm(join(out, world.tenantId), { recursive: true });
  const failed = await exportAll().catch((error: { code: number; stderr: string }) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('missing or damaged') });
  const names = await readdir(join(out, world.tenantId));
  expect(names.filter((name) => name.endsWith('.pdf'))).toEqual([]);
});
