import { serviceLimits } from '@sello/contracts';
import { createMetrics, type Service } from '@sello/kit';
import { fileCheckOf, nameOfTrustList, verifyPdf } from '@sello/proof';
import type { CertificateRecord } from '@sello/store';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRenderWorker } from '../src/index.ts';
import { createWorkMetrics } from '../src/metrics.ts';
import { createFileScrub, type FileScrubContext } from '../src/upkeep/scrub-files.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  log,
  openFixture,
  startWorker,
} from './fixture.ts';

const signal = new AbortController().signal;
const registry = createMetrics('test');
let fixture: Fixture;
let worker: Service;
let raw: Connection;
let signed: CertificateRecord;
let unsigned: CertificateRecord;
let scrub: ReturnType<typeof createFileScrub>;
let isIssuing = false;
beforeAll(async () => {
  fixture = await openFixture();
  raw = await mongoose.createConnection(fixture.config.MONGO_URL).asPromise();
  worker = await startWorker(fixture);
  const [one, other] = await addStudents(fixture, [buildStudent(0), buildStudent(1)]);
  signed = await issue(one!, await addSigningCertificate(fixture));
  unsigned = await issue(other!);
  const context = {
    ...fixture,
    metrics: createWorkMetrics(registry),
    templates: { restorePrefix: async () => false },
    isBusy: async () => isIssuing,
    log,
  } satisfies FileScrubContext;
  scrub = createFileScrub(context);
});
afterAll(async () => {
  await worker?.close();
  await raw?.destroy();
  await fixture?.close();
});

async function issue(item: Awaited<ReturnType<typeof addStudents>>[0], signing?: string) {
  const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', [item], signing));
  const { items } = await fixture.store.batches.items(fixture.tenantId, batch._id);
  return recordOf(items[0]!.certId!);
}
const recordOf = async (certId: string) => (await fixture.store.certificates.get(fixture.tenantId, certId))!;
const fileOf = async ({ prefix, pack }: CertificateRecord) =>
  Buffer.concat([await fixture.blobs.read(prefix.key), await fixture.blobs.read(pack.key, { range: pack })]);
/** The time after so many check periods from now. */
const inPeriods = (count: number) => new Date(Date.now() + count * serviceLimits.fileCheckMs);
const forget = (certId: string) =>
  raw
    .collection('certificates')
    .updateOne({ _id: certId as never }, { $unset: { fileCheck: '', fileDueAt: '' } });

describe('the scrub of stored files', () => {
  it('stores the result of a full verification with each certificate, and repeats it when it is old', async () => {
    const now = new Date();
    expect(await scrub(signal, now)).toBe(2);
    for (const { _id } of [signed, unsigned]) {
      const record = await recordOf(_id);
      const verdict = await verifyPdf(await fileOf(record));
      expect(record.fileCheck).toEqual(fileCheckOf(verdict, { at: now, trustList: nameOfTrustList([]) }));
      expect(record.fileCheck?.outcome).toBe(_id === signed._id ? 'intact' : 'unsigned');
    }
    expect(await scrub(signal, new Date(now.getTime() + serviceLimits.fileCheckMs - 1))).toBe(0);
    const later = new Date(now.getTime() + serviceLimits.fileCheckMs + 1);
    expect(await scrub(signal, later)).toBe(2);
    expect((await recordOf(signed._id)).fileCheck?.at).toEqual(later);
  });

  it('checks certificates that were issued before there was a scrub', async () => {
    await forget(signed._id);
    expect(await scrub(signal)).toBe(0);
    const { acrossTenants } = fixture.store.consistency;
    await acrossTenants.checkCertificates('', { repair: true, onGap: () => undefined });
    expect(await scrub(signal)).toBe(1);
    expect((await recordOf(signed._id)).fileCheck?.outcome).toBe('intact');
  });

  it('removes the results of files with a damaged prefix, and does not mark them as lost', async () => {
    const bytes = await fixture.blobs.read(unsigned.prefix.key);
    await fixture.blobs.delete(unsigned.prefix.key);
    await scrub(signal, inPeriods(3));
    const record = await recordOf(unsigned._id);
    expect(record).not.toHaveProperty('fileCheck');
    expect(record).not.toHaveProperty('fileState');
    await fixture.blobs.put(unsigned.prefix.key, bytes);
    await scrub(signal, new Date(record.fileDueAt!.getTime() + 1));
    expect((await recordOf(unsigned._id)).fileCheck?.outcome).toBe('unsigned');
  });

  it('finds a flipped byte, removes the result of the file, and checks it again after a rebuild', async () => {
    const pack = await fixture.blobs.read(signed.pack.key);
    pack[signed.pack.offset + 10]! ^= 1;
    await fixture.blobs.put(signed.pack.key, pack);
    await scrub(signal, inPeriods(6));
    const damaged = await recordOf(signed._id);
    expect(damaged).not.toHaveProperty('fileCheck');
    // The operator decides whether to mark it as lost.
    expect(damaged).not.toHaveProperty('fileState');
    expect(await registry.metrics()).toMatch(/sello_damaged_objects_total\{kind="file"[^}]*\} 1/);

    await fixture.store.consistency.acrossTenants.setFileState(fixture.tenantId, [signed._id], 'missing');
    const maker = await createRenderWorker(fixture.config, { log, filesEveryMs: 100 });
    await maker.start();
    try {
      await vi.waitFor(async () => expect(await recordOf(signed._id)).toHaveProperty('fileCheck'));
    } finally {
      await maker.close();
    }
    const record = await recordOf(signed._id);
    expect(record).not.toHaveProperty('fileState');
    expect(record.fileCheck).toMatchObject({ outcome: 'intact' });
  });

  it('skips files while certificates are issued, unless they are overdue by a day', async () => {
    const { fileDueAt } = await recordOf(signed._id);
    const hoursLater = (hours: number) => new Date(fileDueAt!.getTime() + hours * 60 * 60_000);
    isIssuing = true;
    expect(await scrub(signal, hoursLater(23))).toBe(0);
    expect(await scrub(signal, hoursLater(25))).toBe(1);
    isIssuing = false;
  });
});
