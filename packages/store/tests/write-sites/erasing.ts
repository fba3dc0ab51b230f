import { expect } from 'vitest';
import { newId, type Store } from '../../src/index.ts';
import { buildBatch, buildCertificate, buildItems, buildStudent } from '../builders.ts';
import { later, type WriteSites } from './site.ts';

/** A student with a certificate in a pack of two, named in a batch, an e-mail, a zip and the audit log. */
async function prepareStudent(store: Store) {
  const tenantId = newId();
  const photo = await store.assets.put(tenantId, {
    ...{ sha256: newId(), key: `assets/${tenantId}`, size: 1 },
    mediaType: 'image/png',
  });
  const ana = buildStudent({ fullName: 'Ana Erased', photo: photo._id });
  const { _id: studentId } = await store.students.create(tenantId, ana);
  const other = await store.students.create(tenantId, buildStudent({ fullName: 'Luis Neighbour' }));
  const key = `packs/${studentId}`;
  const own = buildCertificate({ studentId, pack: { key, offset: 0, length: 10 } });
  const neighbour = buildCertificate({ studentId: other._id, pack: { key, offset: 10, length: 20 } });
  await store.certificates.issue(tenantId, [own, neighbour]);
  const items = buildItems(1, { studentId, certId: own._id, fullName: 'Ana Erased' });
  const zip = await store.batches.create(tenantId, buildBatch({ kind: 'zip', items }));
  const finished = await store.batches.create(tenantId, buildBatch({ kind: 'zip', items }));
  const hold = await store.batches.takeBatchLease(tenantId, finished._id, { owner: 'w', leaseMs: 60_000 });
  await store.batches.setDownload(tenantId, finished._id, hold!.fence, {
    ...{ key: `archives/${tenantId}`, fileName: 'f.zip', size: 1, keptUntil: later() },
  });
  await store.deliveries.open(tenantId, [
    {
      ...{ batchId: newId(), index: 0, certId: own._id, to: 'ana@example.test' },
      ...{ language: 'en', messageIdHost: 'sello.test' },
    },
  ]);
  const entry = { actorId: newId(), actorName: 'O', action: 'certificates.revoke' };
  await store.auditLog.append(tenantId, { ...entry, target: own._id, details: { reason: 'Ana asked' } });
  return { tenantId, studentId, own, neighbour, key, zipId: zip._id, finishedId: finished._id };
}

async function begin(store: Store) {
  const fixture = await prepareStudent(store);
  await store.erasures.begin(fixture.tenantId, fixture.studentId);
  return fixture;
}

export const erasingSites: Record<string, WriteSites> = {
  erasures: {
    async begin(store, cut) {
      const { tenantId, studentId } = await prepareStudent(store);
      await cut((it) => it.erasures.begin(tenantId, studentId));
      expect(await store.erasures.get(tenantId, studentId)).toMatchObject({ rounds: 0, packs: [] });
    },
    async eraseRecords(store, cut) {
      const { tenantId, studentId, own, neighbour, key } = await begin(store);
      expect(await cut((it) => it.erasures.eraseRecords(tenantId, studentId))).toBe(1);
      expect(await store.students.get(tenantId, studentId)).toBeNull();
      expect(await store.certificates.get(tenantId, own._id)).toBeNull();
      expect(await store.erasures.acrossTenants.byHash(own.hash)).toMatchObject({ _id: own._id, tenantId });
      expect(await store.certificates.get(tenantId, neighbour._id)).toMatchObject({ state: 'valid' });
      expect((await store.erasures.get(tenantId, studentId))?.packs).toEqual([key]);
    },
    async eraseTraces(store, cut) {
      const { tenantId, studentId, zipId, finishedId, own } = await begin(store);
      await store.batches.nextChunks(tenantId, zipId, 1);
      await store.erasures.eraseRecords(tenantId, studentId);
      await cut((it) => it.erasures.eraseTraces(tenantId, studentId));
      const { items } = await store.batches.items(tenantId, zipId);
      expect(items[0]).toMatchObject({ fullName: '', state: 'failed', error: { code: 'student_erased' } });
      expect(items[0]).not.toHaveProperty('studentId');
      expect(await store.deliveries.listOf(tenantId, own._id)).toEqual([]);
      expect((await store.auditLog.list(tenantId)).items[0]?.details).toEqual({});
      expect(await store.batches.get(tenantId, finishedId)).not.toHaveProperty('download');
      expect((await store.assets.list(tenantId)).items).toEqual([]);
      const noted = (await store.erasures.get(tenantId, studentId))?.objects.map(({ key }) => key);
      expect(noted).toEqual([`archives/${tenantId}`, `assets/${tenantId}`]);
    },
    async notePack(store, cut) {
      const { tenantId, studentId } = await begin(store);
      await cut((it) => it.erasures.notePack(tenantId, studentId, 'packs/new'));
      expect((await store.erasures.get(tenantId, studentId))?.packs).toEqual(['packs/new']);
    },
    async move(store, cut) {
      const { tenantId, neighbour } = await begin(store);
      const to = { key: 'packs/new', offset: 0, length: 20 };
      const moves = [{ certId: neighbour._id, from: neighbour.pack, to }];
      await cut((it) => it.erasures.move(tenantId, moves));
      expect(await store.certificates.get(tenantId, neighbour._id)).toMatchObject({ pack: to });
      expect(await store.erasures.move(tenantId, moves)).toBe(0);
    },
    async settlePack(store, cut) {
      const { tenantId, studentId, key } = await begin(store);
      await store.erasures.notePack(tenantId, studentId, key);
      const deleteAt = later();
      await cut((it) => it.erasures.settlePack(tenantId, studentId, key, deleteAt));
      const erasure = await store.erasures.get(tenantId, studentId);
      expect(erasure).toMatchObject({ packs: [], objects: [{ key, deleteAt }] });
    },
    async settleObject(store, cut) {
      const { tenantId, studentId, key } = await begin(store);
      await store.erasures.settlePack(tenantId, studentId, key, later());
      await cut((it) => it.erasures.settleObject(tenantId, studentId, key, null));
      expect((await store.erasures.get(tenantId, studentId))?.objects).toEqual([]);
    },
    async endRound(store, cut) {
      const { tenantId, studentId } = await begin(store);
      await cut((it) => it.erasures.endRound(tenantId, studentId, { round: 0, dueAt: later() }));
      expect(await store.erasures.get(tenantId, studentId)).toMatchObject({ rounds: 1 });
    },
    async 'endRound, the last'(store, cut) {
      const { tenantId, studentId } = await begin(store);
      for (const round of [0, 1]) {
        await store.erasures.endRound(tenantId, studentId, { round, dueAt: new Date() });
      }
      await cut((it) => it.erasures.endRound(tenantId, studentId, { round: 2, dueAt: new Date() }));
      expect(await store.erasures.get(tenantId, studentId)).toBeNull();
    },
    async 'acrossTenants.due'(store, cut) {
      const { tenantId, studentId } = await begin(store);
      await store.erasures.endRound(tenantId, studentId, { round: null, dueAt: new Date(0) });
      const options = { limit: 1, leaseMs: 60_000, now: new Date(1) };
      await cut((it) => it.erasures.acrossTenants.due(options));
      expect(await store.erasures.acrossTenants.due(options)).toEqual([]);
    },
  },
};
