import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStoreGuard, markerKey } from '@sello/blobs';
import { freePort } from '@sello/dev-stack';
import { createMetrics, readConfig, type Service } from '@sello/kit';
import { type BatchItemRecord, type BatchRecord, type CertificateRecord, newCertId } from '@sello/store';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCheckStore } from '../src/check-store/command.ts';
import { createRenderWorker, variables } from '../src/index.ts';
import { createWorkMetrics } from '../src/metrics.ts';
import { type RebuildFilesContext, rebuildFiles } from '../src/upkeep/repairs/files.ts';
import { repairGaps } from '../src/upkeep/repairs/gaps.ts';
import { runHere } from './commands.ts';
import {
  addSigningCertificate,
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
  log,
  openFixture,
  startWorker,
} from './fixture.ts';

let fixture: Fixture;
let worker: Service;
let raw: Connection;
let out: string;
let batch: BatchRecord;
let rows: BatchItemRecord[];
/** The certificates as they were issued, by id. */
let issued: Map<string, CertificateRecord>;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'sello-check-'));
  fixture = await openFixture();
  raw = await mongoose.createConnection(fixture.config.MONGO_URL).asPromise();
  worker = await startWorker(fixture);
  const students = Array.from({ length: 120 }, (_, index) => buildStudent(index));
  const items = await addStudents(fixture, students);
  const signing = await addSigningCertificate(fixture);
  ({ batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing)));
  ({ items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id));
  const certificates = await fixture.store.certificates.getMany(
    fixture.tenantId,
    rows.map((row) => row.certId!),
  );
  issued = new Map(certificates.map((one) => [one._id, one]));
});
afterAll(async () => {
  await worker?.close();
  await raw?.destroy();
  await fixture?.close();
  await rm(out, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as an operator does, in a process of its own, which takes seconds of CPU to load. */
function checkStoreAlone(...args: string[]): Promise<Ended> {
  const script = join(import.meta.dirname, '../src/check-store.ts');
  return new Promise((resolve) => {
    const env = { ...process.env, ...fixture.env };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const checkStore = (...args: string[]) => runHere(runCheckStore, fixture.env, ...args);

const certIdsOf = (from: number, to: number) => rows.slice(from, to).map((row) => row.certId!);
const certificates = () => raw.collection<CertificateRecord>('certificates');
const recordOf = async (certId: string) => (await fixture.store.certificates.get(fixture.tenantId, certId))!;

/** The SHA-256 of the file as it is served. */
async function hashOfFile({ prefix, pack }: CertificateRecord): Promise<string> {
  const sum = createHash('sha256');
  const parts = [{ key: prefix.key, offset: 0, length: prefix.size }, pack];
  for await (const chunk of fixture.blobs.concat(parts)) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

/** Expects that every student's certificate is valid and its file has the recorded hash. */
async function expectEveryFile(): Promise<void> {
  const students = await fixture.store.students.getMany(
    fixture.tenantId,
    rows.map((row) => row.studentId!),
  );
  for (const student of students) {
    const record = await recordOf(student.certId!);
    expect(record).toMatchObject({ state: 'valid', studentId: student._id });
    expect(await hashOfFile(record)).toBe(record.hash);
  }
}

/** Two certificates of one batch that print its values. */
async function issueWithValues() {
  const { store, tenantId } = fixture;
  const design = buildDesign([buildText('place', 'At {{batch.place.name}}')]);
  const template = await addTemplate(store, tenantId, 'With values', design);
  const students = [0, 1].map((index) => buildStudent(index, { idNumber: `values-${index}` }));
  const items = await addStudents({ ...fixture, ...template }, students);
  const values = { 'place.name': 'Aula Magna' };
  const { batch: valued } = await followBatch(fixture, () =>
    createBatch(fixture, 'generate', items, undefined, values),
  );
  const { items: valuedRows } = await store.batches.items(tenantId, valued._id);
  const [rebuilt, replaced] = await Promise.all(valuedRows.map(({ certId }) => recordOf(certId!)));
  return { rebuilt: rebuilt!, replaced: replaced!, values };
}

function repairsIn(metrics: string): Record<string, number> {
  const lines = [
    ...metrics.matchAll(/sello_store_gaps_total\{kind="([^"]+)",outcome="repaired"[^}]*\} (\d+)/g),
  ];
  return Object.fromEntries(lines.filter(([, , n]) => n !== '0').map(([, kind, n]) => [kind, Number(n)]));
}

describe('a started render-worker', () => {
  it('issues lost certificates of a chunk again, under the same ids and with the same bytes', async () => {
    const lost = certIdsOf(50, 100);
    await worker.close();
    await certificates().deleteMany({ _id: { $in: lost } });
    // As after a restored dump: the batch has not been checked since it ended.
    await raw.collection('batches').updateMany({}, { $set: { reconcileAt: new Date(0) } });
    const internal = `127.0.0.1:${await freePort()}`;
    const config = readConfig(variables, { ...fixture.env, INTERNAL_PORT: internal });
    const read = async () => (await fixture.store.batches.get(fixture.tenantId, batch._id))!;
    const before = await read();
    worker = await createRenderWorker(config, { log, gapsEveryMs: 200, filesEveryMs: 60 * 60_000 });
    await worker.start();
    const repairs = async () => repairsIn(await (await fetch(`http://${internal}/metrics`)).text());
    const once = { 'row-without-certificate': 50, 'student-without-certificate': 50 };
    // Each step looks done before it has begun: the batch is ended until the check has read all its rows and reopens it.
    await vi.waitFor(async () => expect(await repairs()).toEqual(once));
    await vi.waitFor(async () => {
      const found = await fixture.store.certificates.getMany(fixture.tenantId, lost);
      expect(found.filter(({ state }) => state === 'valid')).toHaveLength(lost.length);
    });
    await vi.waitFor(async () => {
      const now = await read();
      expect(now.rev).toBeGreaterThan(before.rev);
      expect(now).toMatchObject({ state: 'done', done: 120, failed: 0 });
    });
    for (const certId of lost) {
      const { hash, issuedAt, printed } = issued.get(certId)!;
      expect(await recordOf(certId)).toMatchObject({ state: 'valid', hash, issuedAt, printed });
    }
    await expectEveryFile();
    const { rev } = await read();
    await repairGaps({ ...fixture, metrics: createWorkMetrics(createMetrics('test')), log });
    expect(await repairs()).toEqual(once);
    expect((await read()).rev).toBe(rev);
    // One that checks the store five times a second would do so during all further tests.
    await worker.close();
    worker = await startWorker(fixture);
  });
});

describe('the command', () => {
  it('reports a sound store', async () => {
    const ended = await checkStore('--objects');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.output).toContain('Looked at 120 rows, 120 certificates, 120 students');
    expect(ended.output).toContain('The store is sound.');
  });

  it('finds nothing to repair while certificates are being issued', async () => {
    const students = Array.from({ length: 400 }, (_, index) =>
      buildStudent(index, { idNumber: `live-${index}` }),
    );
    const items = await addStudents(fixture, students);
    const looks: Awaited<ReturnType<typeof checkStore>>[] = [];
    let isOver = false;
    let looking: Promise<void> | undefined;
    const { batch: live } = await followBatch(fixture, async () => {
      const ordered = await createBatch(fixture, 'generate', items);
      looking = (async () => {
        while (!isOver) looks.push(await checkStore('--repair'));
      })();
      return ordered;
    });
    isOver = true;
    await looking;
    expect(live).toMatchObject({ done: 400, failed: 0 });
    looks.push(await checkStore('--repair'));
    for (const look of looks) expect(look.output).toContain('The store is sound.');
  });

  it('reports gaps without changing anything, and repairs all of them with --repair', async () => {
    const first = await recordOf(rows[0]!.certId!);
    const flipped = await recordOf(rows[119]!.certId!);
    const bare = rows[105]!.studentId!;
    const nowhere = rows[106]!.studentId!;
    await certificates().deleteMany({ _id: { $in: certIdsOf(60, 65) } });
    await raw
      .collection<{ _id: string }>('students')
      .updateOne({ _id: bare }, { $unset: { certId: '', certIssuedAt: '' } });
    await raw
      .collection<{ _id: string }>('students')
      .updateOne({ _id: nowhere }, { $set: { certId: newCertId() } });
    await fixture.blobs.delete(first.prefix.key);
    await fixture.blobs.delete(first.pack.key);
    const pack = await fixture.blobs.read(flipped.pack.key);
    pack[flipped.pack.offset + 10]! ^= 1;
    await fixture.blobs.put(flipped.pack.key, pack);

    const json = join(out, 'report.json');
    const looked = await checkStoreAlone('--objects', '--json', json);
    expect(looked.code).toBe(1);
    expect(looked.stdout).toContain('5 rows said done, but their certificate was not there');
    expect(looked.stdout).toContain(`certificate ${rows[60]!.certId}`);
    expect(looked.stdout).toContain('Run the command with --repair');
    const report = JSON.parse(await readFile(json, 'utf8')) as { gaps: Record<string, { found: number }> };
    const found = Object.fromEntries(Object.entries(report.gaps).map(([kind, count]) => [kind, count.found]));
    const inPack = [...issued.values()].filter((one) => one.pack.key === first.pack.key).length;
    // Files without their prefix are not hashed, so the flipped byte is found only after the prefix was restored.
    expect(found).toEqual({
      'row-without-certificate': 5,
      'student-not-given': 2,
      'student-without-certificate': 5,
      'prefix-missing': 1,
      'file-missing': inPack,
    });
    expect(await fixture.blobs.head(first.pack.key)).toBeUndefined();

    const repaired = await checkStore('--objects', '--repair', '--wait', '--json', json);
    expect(repaired.output).toContain(`${inPack + 1} files are noted as missing`);
    expect(repaired.output).toContain('The store is sound.');
    expect(repaired.code).toBe(0);
    await expectEveryFile();
    for (const certId of [...certIdsOf(60, 65), ...certIdsOf(0, 5), rows[119]!.certId!]) {
      expect(await recordOf(certId)).toMatchObject({ state: 'valid', hash: issued.get(certId)!.hash });
    }
    expect(await checkStore('--objects')).toMatchObject({ code: 0 });
  });

  it('replaces a certificate whose file cannot be rebuilt with the issued bytes', async () => {
    const [certId] = certIdsOf(7, 8) as [string];
    const { rebuilt, replaced, values } = await issueWithValues();
    // Simulates a file that is rebuilt with other bytes: a timestamp, a changed student, another font.
    const lost = [certId, replaced._id];
    await certificates().updateMany({ _id: { $in: lost } }, { $set: { hash: '0'.repeat(64) } });
    await fixture.blobs.delete(rebuilt.pack.key);
    const repaired = await checkStore('--objects', '--repair', '--wait');
    expect(repaired.output).toContain('3 files are noted as missing');
    expect(repaired.code).toBe(0);
    for (const one of lost) {
      const old = await recordOf(one);
      expect(old).toMatchObject({ hash: '0'.repeat(64), fileState: 'lost' });
      expect(await recordOf(old.replacedBy!)).toMatchObject({ state: 'valid', studentId: old.studentId });
    }
    // The values of their batch are printed again.
    expect(await hashOfFile(await recordOf(rebuilt._id))).toBe(rebuilt.hash);
    const replacement = await recordOf((await recordOf(replaced._id)).replacedBy!);
    expect(replacement.batchValues).toEqual(replaced.batchValues);
    const { values: again } = (await fixture.store.batches.get(fixture.tenantId, replacement.batchId))!;
    expect(again).toEqual(values);
    await expectEveryFile();
    const after = await checkStore('--objects');
    expect(after.code).toBe(0);
    expect(after.output).toContain('2 files were lost for good');
  });

  it('unmarks a lost file whose bytes were restored', async () => {
    const lost = (await certificates().findOne({ fileState: 'lost', batchId: batch._id }))!;
    await certificates().updateOne({ _id: lost._id }, { $set: { hash: issued.get(lost._id)!.hash } });
    expect(await checkStore('--repair')).toMatchObject({ code: 0 });
    expect(await recordOf(lost._id)).not.toHaveProperty('fileState');
  });

  it('refuses an emptied or unknown object store, and reports no file missing', async () => {
    const marker = await fixture.blobs.read(markerKey);
    const other = Buffer.from(JSON.stringify({ objectStoreId: 'f'.repeat(24) }));
    const [certId] = certIdsOf(20, 21) as [string];
    const { pack } = await recordOf(certId);
    const bytes = await fixture.blobs.read(pack.key);
    await fixture.blobs.delete(pack.key);
    await fixture.blobs.delete(markerKey);
    for (const args of [['--repair'], ['--objects']]) {
      const refused = await checkStore(...args);
      expect(refused.code).toBe(2);
      expect(refused.output).toMatch(/^The object store is empty or not the one of this installation: .+$/);
      await fixture.blobs.put(markerKey, other);
    }
    // A file that was marked as missing before is not marked as lost either.
    const { setFileState, missingFiles } = fixture.store.consistency.acrossTenants;
    await setFileState(fixture.tenantId, [certId], 'missing');
    const objectStore = createObjectStoreGuard(fixture.blobs, fixture.store.installation, log);
    const context = { ...fixture, objectStore } as unknown as RebuildFilesContext;
    const rebuilding = rebuildFiles(context, new AbortController().signal);
    await expect(rebuilding).rejects.toMatchObject({ code: 'object_store_unknown' });
    expect(await missingFiles(2)).toMatchObject([{ _id: certId, fileState: 'missing' }]);
    await fixture.blobs.put(pack.key, bytes);
    await fixture.blobs.put(markerKey, marker);
    await vi.waitFor(async () => expect(await missingFiles(2)).toEqual([]));
    expect((await recordOf(certId)).pack).toEqual(pack);
  });

  it('prints its usage for an unknown option', async () => {
    expect(await checkStoreAlone('--fix')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage:'),
    });
  });
});
