import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Service } from '@sello/kit';
import { newId } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDeletion } from './deletion.suite.ts';
import { describeExport } from './export.suite.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  openFixture,
  startWorker,
} from './fixture.ts';
import { readFiles } from './zip-files.ts';

const run = promisify(execFile);
let out: string;
let fixture: Fixture;
let worker: Service;
let certified: { certId: string; fullName: string; hash: string }[];
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'sello-export-'));
  fixture = await openFixture();
  worker = await startWorker(fixture);
  const students = Array.from({ length: 120 }, (_, index) =>
    buildStudent(index, { fullName: index < 3 ? 'Ana/Luz: Peña' : `María Ñáñez ${index}` }),
  );
  const items = await addStudents(fixture, students);
  const signing = await addSigningCertificate(fixture);
  const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
  const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
  const certificates = await fixture.store.certificates.getMany(
    fixture.tenantId,
    rows.map((row) => row.certId!),
  );
  certified = certificates.map(({ _id, hash }, index) => ({
    certId: _id,
    hash,
    fullName: rows[index]!.fullName,
  }));
});
afterAll(async () => {
  await worker?.close();
  await fixture?.close();
  await rm(out, { recursive: true, force: true });
});

/** The row of a zip batch for a certificate. */
const rowOf = ({ certId, fullName }: (typeof certified)[0]) => ({ certId, fullName });

/** The files of a zip and their SHA-256. */
async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');
  return new Map([...(await readFiles(bytes))].map(([name, file]) => [name, sha256(file)]));
}

const exportAll = () =>
  run(process.execPath, [join(import.meta.dirname, '../src/export-certificates.ts'), '--out', out], {
    env: { ...process.env, ...fixture.env },
  });

describe('the export', () => {
  it('writes every certificate, and continues where it stopped, with the stores of the stack’s data folder', async () => {
    expect((await exportAll()).stdout).toContain('120 written, 0 there already, 0 damaged');
    const files = await readdir(join(out, fixture.tenantId));
    expect(files).toHaveLength(120);
    await rm(join(out, fixture.tenantId, files[0]!));
    const { MONGO_URL, BLOBS } = fixture.env;
    await writeFile(join(out, 'stores.json'), JSON.stringify({ MONGO_URL, BLOBS }));
    const script = join(import.meta.dirname, '../src/export-certificates.ts');
    const { MONGO_URL: _, BLOBS: __, INIT_CWD: ___, ...env } = process.env;
    const exportFrom = (data: string) =>
      run(process.execPath, [script, '--out', out, '--data', data], { env });
    expect((await exportFrom(out)).stdout).toContain('1 written, 119 there already, 0 damaged');
    await expect(exportFrom(join(out, 'nowhere'))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('MONGO_URL is required'),
    });
    for await (const { _id, hash } of fixture.store.certificates.each(fixture.tenantId)) {
      const bytes = await readFile(join(out, fixture.tenantId, `${_id}.pdf`));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    }
  });
});

describe('an issued file', () => {
  const verify = (file: string) =>
    run(process.execPath, [join(import.meta.dirname, '../../../packages/proof/src/verify-cli.ts'), file]);

  it('is verified offline by the command, and reported as altered after one changed byte', async () => {
    const { certId, hash } = certified[0]!;
    const { stdout } = await verify(join(out, fixture.tenantId, `${certId}.pdf`));
    expect(stdout).toContain('The signature is intact and covers the whole file.');
    expect(stdout).toContain('PAdES baseline B: yes');
    expect(stdout).toContain(hash);

    const bytes = await readFile(join(out, fixture.tenantId, `${certId}.pdf`));
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(join(out, 'changed.pdf'), bytes);
    const refused = await verify(join(out, 'changed.pdf')).catch(
      (error: { code: number; stdout: string }) => error,
    );
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('ALTERED') });
  });
});

describe('a zip batch', () => {
  it('packs the issued bytes under the students’ names', async () => {
    const { batch, events } = await followBatch(fixture, () =>
      createBatch(fixture, 'zip', certified.map(rowOf)),
    );
    expect(batch).toMatchObject({ state: 'done', total: 120, done: 120, failed: 0 });
    expect(batch.download?.fileName).toMatch(/^certificates_\d{4}-\d{2}-\d{2}\.zip$/);
    expect(events.length).toBeGreaterThan(1);
    const bytes = await fixture.blobs.read(batch.download!.key);
    expect(bytes.byteLength).toBe(batch.download!.size);
    const files = await readZip(bytes);
    expect(new Set(files.values())).toEqual(new Set(certified.map(({ hash }) => hash)));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['Ana Luz Peña.pdf', 'Ana Luz Peña (2).pdf', 'Ana Luz Peña (3).pdf']),
    );
    expect(batch.download!.keptUntil.getTime() - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
  });

  it('skips revoked, missing and damaged certificates and records the error with the row', async () => {
    const [revoked, damaged, whole] = certified.slice(-3) as [
      (typeof certified)[0],
      (typeof certified)[0],
      (typeof certified)[0],
    ];
    await fixture.store.certificates.revoke(fixture.tenantId, revoked.certId, {
      userId: newId(),
      reason: 'error',
    });
    const record = await fixture.store.certificates.get(fixture.tenantId, damaged.certId);
    const pack = await fixture.blobs.read(record!.pack.key);
    pack[record!.pack.offset + 10]! ^= 1;
    await fixture.blobs.put(record!.pack.key, pack);

    const unknown = { certId: '0'.repeat(26), fullName: 'Nobody' };
    const { batch } = await followBatch(fixture, () =>
      createBatch(fixture, 'zip', [...[revoked, damaged].map(rowOf), unknown, rowOf(whole)]),
    );
    expect(batch).toMatchObject({ state: 'done', done: 1, failed: 3 });
    const { items } = await fixture.store.batches.items(fixture.tenantId, batch._id);
    expect(items.map((item) => item.error?.code)).toEqual([
      'issued_revoked',
      'object_missing',
      'issued_not_found',
      undefined,
    ]);
    expect([...(await readZip(await fixture.blobs.read(batch.download!.key))).values()]).toEqual([
      whole.hash,
    ]);
  });

  it('ends without a download when no certificate can be packed', async () => {
    const { batch } = await followBatch(fixture, () =>
      createBatch(fixture, 'zip', [{ certId: '0'.repeat(26), fullName: 'Nobody' }]),
    );
    expect(batch).toMatchObject({ state: 'done', done: 0, failed: 1 });
    expect(batch.download).toBeUndefined();
  });
});

describe('the export of a damaged store', () => {
  it('names a damaged certificate, does not write its file and exits with an error', async () => {
    await rm(join(out, fixture.tenantId), { recursive: true });
    const failed = await exportAll().catch((error: { code: number; stderr: string }) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('missing or damaged') });
    const names = await readdir(join(out, fixture.tenantId));
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(119);
  });
});

describeExport(() => fixture, readFiles);
describeDeletion(() => fixture);
