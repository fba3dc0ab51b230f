import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isAppError, type Service } from '@sello/kit';
import { type CertificateRecord, newId } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCertificateFiles } from '../src/archive/certificate-files.ts';
import { holdPacks } from '../src/backup/hold-packs.ts';
import { continueErasure, continueErasures } from '../src/erasing/erase.ts';
import {
  addZip,
  eraseFully,
  erasingContext,
  faultsOf,
  fileOf,
  finishErasure,
  live,
  remainsOf,
} from './erasing.ts';
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

let fixture: Fixture;
let worker: Service | undefined;
let issued: CertificateRecord[];
let original: Map<string, Buffer>;
beforeAll(async () => {
  fixture = await openFixture();
  worker = await startWorker(fixture);
  // One chunk: all files are in one pack.
  const students = Array.from({ length: 50 }, (_, index) =>
    buildStudent(index, { fullName: `Holder ${String(index).padStart(3, '0')} Zuñiga` }),
  );
  const signing = await addSigningCertificate(fixture);
  const items = await addStudents(fixture, students);
  const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
  await worker.close();
  worker = undefined;
  const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
  issued = await fixture.store.certificates.getMany(
    fixture.tenantId,
    rows.map((row) => row.certId!),
  );
  original = new Map();
  for (const one of issued) original.set(one._id, await fileOf(fixture.blobs, one));
});
afterAll(async () => {
  await worker?.close();
  await fixture?.close();
});

/** The next certificate to erase; the others stay. */
function take(): { one: CertificateRecord; tail: Buffer; studentId: string } {
  const one = issued.pop()!;
  return { one, studentId: one.studentId, tail: original.get(one._id)!.subarray(one.prefix.size) };
}

const isPackThere = async (key: string) => (await fixture.blobs.head(key)) !== undefined;

async function countsOf(): Promise<{ students: number; members: number }> {
  const { store, tenantId } = fixture;
  const students = await store.students.count(tenantId);
  return { students, members: (await store.members.list(tenantId)).length };
}

async function gapsIn(): Promise<string[]> {
  const gaps: string[] = [];
  const { acrossTenants } = fixture.store.consistency;
  const options = { repair: false, quietMs: 0, onGap: ({ kind }: { kind: string }) => gaps.push(kind) };
  await acrossTenants.checkRowsWithoutBatch('', options);
  await acrossTenants.checkBatches('', options);
  await acrossTenants.checkCertificates('', options);
  await acrossTenants.checkStudents('', options);
  return gaps;
}

describe('erasing a student', () => {
  it('leaves every other file as it was, and nothing of the student, at whatever write it is interrupted', async () => {
    const { store, tenantId } = fixture;
    const first = take();
    await addZip(fixture, first.one, first.tail);
    const context = erasingContext(fixture);
    const { writes } = await live(() => eraseFully(context, store, tenantId, first.studentId));
    expect(writes).toBeGreaterThan(15);
    expect(await remainsOf(fixture, first.one, first.tail)).toEqual([]);
    // Each is interrupted in the proof; here every third, once before and once after the write.
    for (let at = 1; at <= writes; at += 3) {
      const { one, tail, studentId } = take();
      await addZip(fixture, one, tail);
      const death = { at, when: at % 2 === 0 ? ('before' as const) : ('after' as const) };
      const { hasDied } = await live(() => eraseFully(context, store, tenantId, studentId), death);
      expect({ at, hasDied, faults: await faultsOf(fixture, issued) }).toEqual({
        ...{ at, hasDied: true },
        faults: [],
      });
      // The call is repeated by the person, or the worker finds the erasure.
      await eraseFully(context, store, tenantId, studentId);
      expect({ at, remains: await remainsOf(fixture, one, tail) }).toEqual({ at, remains: [] });
    }
    expect(await faultsOf(fixture, issued, true)).toEqual([]);
    expect(await gapsIn()).toEqual([]);
  });

  it('comes to its end although the organization is deleted and restored meanwhile, and nothing else is lost', async () => {
    const { store, tenantId } = fixture;
    const { one, tail, studentId } = take();
    const context = erasingContext(fixture);
    await store.erasures.begin(tenantId, studentId);
    const at = new Date();
    const until = new Date(at.getTime() + 30 * 86_400_000);
    await store.tenants.delete(tenantId, { at, by: newId(), until });
    const { students, members } = await countsOf();
    // The worker dies while the packs are written anew; the organization comes back before the next one continues.
    const { hasDied } = await live(() => finishErasure(context, store, tenantId, studentId), {
      ...{ at: 6, when: 'after' },
    });
    expect(hasDied).toBe(true);
    await store.tenants.restore(tenantId);
    await finishErasure(context, store, tenantId, studentId);
    expect(await remainsOf(fixture, one, tail)).toEqual([]);
    expect(await faultsOf(fixture, issued, true)).toEqual([]);
    expect(await gapsIn()).toEqual([]);
    expect(await countsOf()).toEqual({ students: students - 1, members });
    expect((await store.tenants.get(tenantId))?.deletion).toBeUndefined();
  });

  it('leaves neither of two students who are erased at the same time from one pack', async () => {
    const { store, tenantId } = fixture;
    const context = erasingContext(fixture);
    const both = [take(), take()];
    await Promise.all(both.map(({ studentId }) => eraseFully(context, store, tenantId, studentId)));
    for (const { one, tail } of both) expect(await remainsOf(fixture, one, tail)).toEqual([]);
    expect(await faultsOf(fixture, issued)).toEqual([]);
  });

  it('answers no wrong byte to readers that have the old places, while packs are rewritten and deleted', async () => {
    const { store, blobs, tenantId } = fixture;
    const context = erasingContext(fixture);
    const gone = [take(), take(), take()];
    const stale = [...issued, ...gone.map(({ one }) => one)];
    const erased = new Set(gone.map(({ one }) => one._id));
    const before = new Map(
      (
        await store.certificates.getMany(
          tenantId,
          stale.map(({ _id }) => _id),
        )
      ).map((one) => [one._id, one]),
    );
    let isOver = false;
    let reads = 0;
    const readAll = async (): Promise<void> => {
      while (!isOver) {
        // Each with the places from before; nothing is cached from one round to the next.
        const files = createCertificateFiles(blobs, store.certificates);
        for (const { _id } of stale) {
          const read = await files.read(before.get(_id)!).catch((error: unknown) => {
            expect(erased.has(_id)).toBe(true);
            expect(isAppError(error, 'issued_not_found')).toBe(true);
            return null;
          });
          if (read) expect(Buffer.concat([read.prefix, read.tail]).equals(original.get(_id)!)).toBe(true);
          reads++;
        }
      }
    };
    const reading = Promise.all([readAll(), readAll()]);
    for (const { studentId } of gone) await eraseFully(context, store, tenantId, studentId);
    isOver = true;
    await reading;
    expect(reads).toBeGreaterThan(stale.length);
    expect(await faultsOf(fixture, issued)).toEqual([]);
  });

  it('keeps a rewritten pack while a backup runs, and for ten minutes after its files were moved', async () => {
    const { store, tenantId } = fixture;
    const { one, studentId, tail } = take();
    const { key } = (await store.certificates.get(tenantId, one._id))!.pack;
    await store.erasures.begin(tenantId, studentId);
    const patient = erasingContext(fixture, { readerGraceMs: 600_000 });
    await continueErasure(patient, { tenantId, _id: studentId });
    expect(await isPackThere(key)).toBe(true);
    const later = new Date(Date.now() + 601_000);
    await holdPacks(store.locks, async () => {
      await continueErasure(patient, { tenantId, _id: studentId });
      expect(await isPackThere(key)).toBe(true);
    });
    expect(await store.erasures.get(tenantId, studentId)).toMatchObject({ rounds: 0 });
    await continueErasure(patient, { tenantId, _id: studentId }, later);
    await finishErasure(patient, store, tenantId, studentId);
    expect(await isPackThere(key)).toBe(false);
    expect(await remainsOf(fixture, one, tail)).toEqual([]);
    expect(await faultsOf(fixture, issued)).toEqual([]);
  });

  it('deletes finished zips with a file, restarts one that is being written, and repeats its steps twice', async () => {
    const { store, blobs, queue, tenantId } = fixture;
    worker = await startWorker(fixture);
    const { one, studentId, tail } = take();
    const items = [one, ...issued.slice(0, 2)].map(({ _id, studentId, printed }) => ({
      ...{ studentId, certId: _id },
      fullName: printed.holder,
    }));
    const { batch: finished } = await followBatch(fixture, () => createBatch(fixture, 'zip', items));
    await worker.close();
    worker = undefined;
    // A zip that a worker is writing.
    const writing = await createBatch({ store, queue, tenantId }, 'zip', items);
    const held = await store.batches.takeBatchLease(tenantId, writing._id, { owner: 'w', leaseMs: 60_000 });
    // What strangers wrote about the certificate, and what operators got of it because the organization could not be reached.
    const report = { certId: one._id, about: 'data', text: one.printed.holder, language: 'es' } as const;
    const email = 'reporter@example.test';
    const asked = await store.mistakeReports.ask(tenantId, { ...report, email, token: 'e'.repeat(32) });
    await store.reports.add(tenantId, { ...{ certId: one._id, text: report.text, email }, mistake: 'data' });
    await store.reports.add(tenantId, { certId: one._id, text: 'Not the institute.', email });
    // What staff wrote: the title of a batch, and what the audit log repeats of it.
    const { holder, idNumber } = one.printed;
    const name = `Carpeta de ${holder.toUpperCase()}, ${idNumber}`;
    const titled = await store.batches.create(tenantId, {
      ...{ kind: 'zip', title: name, createdBy: newId() },
      items: items.slice(1),
    });
    const actor = { actorId: newId(), actorName: 'Rosa', action: 'certificates.zip', target: titled._id };
    await store.auditLog.append(tenantId, { ...actor, details: { name, students: 3 } } as never);
    const context = erasingContext(fixture);
    await eraseFully(context, store, tenantId, studentId);
    const cleaned = (await store.batches.get(tenantId, titled._id))!.title;
    expect(cleaned).toMatch(/^Carpeta de …[ …]*, …$/);
    const [entry] = (await store.auditLog.list(tenantId, { search: 'Rosa' })).items;
    expect(entry!.details).toEqual({ name: cleaned, students: 3 });
    expect(await store.mistakeReports.get(tenantId, asked._id)).toBeNull();
    const left = await store.reports.acrossTenants.list({ tenantId });
    expect(left.items).toMatchObject([{ certId: one._id, text: '' }]);
    expect(left.items[0]).not.toHaveProperty('email');
    expect(await blobs.head(finished.download!.key)).toBeUndefined();
    expect(await store.batches.get(tenantId, finished._id)).not.toHaveProperty('download');
    const download = { key: 'k', fileName: 'f.zip', size: 1, keptUntil: new Date(Date.now() + 60_000) };
    expect(await store.batches.setDownload(tenantId, writing._id, held!.fence, download)).toBe(false);
    const rows = await store.batches.items(tenantId, writing._id, { state: 'failed' });
    expect(rows.items).toMatchObject([{ fullName: '', error: { code: 'student_erased' } }]);

    worker = await startWorker(fixture);
    const { batch: again } = await followBatch(fixture, async () => {
      await queue.enqueue('zip', { tenantId, batchId: writing._id });
      return writing;
    });
    expect(again).toMatchObject({ done: 2, failed: 1 });
    const zip = await buffer((await blobs.get(again.download!.key)).stream);
    expect(zip.includes(original.get(one._id)!.subarray(one.prefix.size))).toBe(false);

    const signal = new AbortController().signal;
    for (const hours of [2, 30]) {
      await continueErasures(context, signal, new Date(Date.now() + hours * 3_600_000));
    }
    expect(await store.erasures.get(tenantId, studentId)).toBeNull();
    expect(await store.erasures.begin(tenantId, studentId)).toBeNull();
    expect(await remainsOf(fixture, one, tail, [idNumber!, holder.toUpperCase(), email])).toEqual([]);
  });

  it('deletes the photograph unless another student has it, and runs by itself in a worker', async () => {
    const { store, blobs, tenantId } = fixture;
    const put = (name: string) =>
      store.assets.put(tenantId, {
        ...{ sha256: hash('sha256', name), key: `assets/${tenantId}/${name}`, size: 1 },
        mediaType: 'image/png',
      });
    const [own, shared] = [await put('own'), await put('shared')];
    for (const { key } of [own, shared]) await blobs.put(key, Buffer.from('x'));
    const [gone, other, stays] = await Promise.all(
      [own, shared, shared].map(({ _id: photo }) =>
        store.students.create(tenantId, buildStudent(900, { photo, idNumber: newId() })),
      ),
    );
    for (const student of [gone!, other!]) await store.erasures.begin(tenantId, student._id);
    await vi.waitFor(async () => expect(await blobs.head(own.key)).toBeUndefined());
    await vi.waitFor(async () => expect(await store.students.get(tenantId, other!._id)).toBeNull());
    expect(await store.assets.get(tenantId, own._id)).toBeNull();
    expect(await store.assets.get(tenantId, shared._id)).not.toBeNull();
    expect(await store.students.get(tenantId, stays!._id)).not.toBeNull();
  });
});
