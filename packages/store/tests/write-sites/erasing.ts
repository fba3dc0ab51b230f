import { expect } from 'vitest';
import { openTables } from '../../src/database/tables.ts';
import { newId, type Store } from '../../src/index.ts';
import { buildBatch, buildCertificate, buildItems, buildStudent } from '../builders.ts';
import { testDatabase } from '../database.ts';
import { later, type WriteSites } from './site.ts';

/** A student; with `files` also a certificate in a pack of two, issued by a row that is done. */
async function prepareStudent(store: Store, { files = false } = {}) {
  const tenantId = newId();
  const { _id: studentId } = await store.students.create(tenantId, buildStudent({ fullName: 'Ana Erased' }));
  const key = `packs/${studentId}`;
  const rows = [
    buildCertificate({ studentId, pack: { key, offset: 0, length: 10 } }),
    buildCertificate({ pack: { key, offset: 10, length: 20 } }),
  ];
  if (files) {
    const items = [studentId, newId()].map((id) => buildItems(1, { studentId: id })[0]!);
    const { _id: batchId } = await store.batches.create(tenantId, buildBatch({ items }));
    const { batchItems } = openTables((await testDatabase()).raw);
    await batchItems.updateMany({ tenantId, batchId, studentId }, { $set: { state: 'done' } });
    await store.certificates.issue(
      tenantId,
      rows.map((row, index) => ({ ...row, batchId, index })),
    );
  }
  return { tenantId, studentId, own: rows[0]!, neighbour: rows[1]!, key };
}

async function begin(store: Store, options: { files?: boolean } = {}) {
  const fixture = await prepareStudent(store, options);
  await store.erasures.begin(fixture.tenantId, fixture.studentId);
  return fixture;
}

/** The student is named in a finished zip, an e-mail that waits, its title, a failed row, the audit log and a report, and has a photograph. */
async function prepareTraces(store: Store) {
  const tenantId = newId();
  const photo = await store.assets.put(tenantId, {
    ...{ sha256: newId(), key: `assets/${tenantId}`, size: 1 },
    mediaType: 'image/png',
  });
  const ana = buildStudent({ fullName: 'Ana Erased', photo: photo._id });
  const { _id: studentId } = await store.students.create(tenantId, ana);
  const own = buildCertificate({ studentId });
  await store.certificates.issue(tenantId, [own]);
  const error = { code: 'internal', message: 'Ana' } as const;
  const named = { studentId, certId: own._id, fullName: 'Ana Erased', email: 'ana@example.test' };
  const zip = await store.batches.create(
    tenantId,
    buildBatch({ kind: 'zip', items: [...buildItems(1, named), ...buildItems(1, { ...named, error })] }),
  );
  await store.batches.nextChunks(tenantId, zip._id, 1);
  const hold = await store.batches.takeBatchLease(tenantId, zip._id, { owner: 'w', leaseMs: 60_000 });
  await store.batches.setDownload(tenantId, zip._id, hold!.fence, {
    ...{ key: `archives/${tenantId}`, fileName: 'f.zip', size: 1, keptUntil: later() },
  });
  const mail = await store.batches.create(
    tenantId,
    buildBatch({ kind: 'email', title: 'For Ana Erased', items: buildItems(1, named) }),
  );
  await store.deliveries.open(tenantId, [
    {
      ...{ batchId: mail._id, index: 0, certId: own._id, to: 'ana@example.test' },
      ...{ language: 'en', messageIdHost: 'sello.test' },
    },
  ]);
  const entry = { actorId: newId(), actorName: 'O', action: 'certificates.revoke' };
  await store.auditLog.append(tenantId, { ...entry, target: own._id, details: { reason: 'Ana asked' } });
  const titled = { action: 'certificates.email', target: mail._id, details: { name: 'For Ana Erased' } };
  await store.auditLog.append(tenantId, { ...entry, ...titled });
  await store.reports.add(tenantId, { certId: own._id, text: 'Who is Ana?', email: 'reader@example.test' });
  await store.erasures.begin(tenantId, studentId);
  await store.erasures.eraseRecords(tenantId, studentId);
  return { tenantId, studentId, certId: own._id, zipId: zip._id, mailId: mail._id };
}

export const erasingSites: Record<string, WriteSites> = {
  erasures: {
    async begin(store, cut) {
      const { tenantId, studentId } = await prepareStudent(store);
      await cut((it) => it.erasures.begin(tenantId, studentId));
      expect(await store.erasures.get(tenantId, studentId)).toMatchObject({ rounds: 0, packs: [] });
    },
    async eraseRecords(store, cut) {
      const { tenantId, studentId, own, neighbour, key } = await begin(store, { files: true });
      expect(await cut((it) => it.erasures.eraseRecords(tenantId, studentId))).toBe(1);
      expect(await store.students.get(tenantId, studentId)).toBeNull();
      expect(await store.certificates.get(tenantId, own._id)).toBeNull();
      expect(await store.erasures.acrossTenants.byHash(own.hash)).toMatchObject({ _id: own._id, tenantId });
      expect(await store.certificates.get(tenantId, neighbour._id)).toMatchObject({ state: 'valid' });
      expect((await store.erasures.get(tenantId, studentId))?.packs).toEqual([key]);
    },
    async eraseTraces(store, cut) {
      const { tenantId, studentId, certId, zipId, mailId } = await prepareTraces(store);
      await cut((it) => it.erasures.eraseTraces(tenantId, studentId));
      const { items } = await store.batches.items(tenantId, zipId);
      for (const item of items) {
        expect(item).toMatchObject({ fullName: '', state: 'failed', error: { code: 'student_erased' } });
        expect(item).not.toHaveProperty('studentId');
      }
      const [waiting] = (await store.batches.items(tenantId, mailId)).items;
      expect(waiting).toMatchObject({ fullName: '', state: 'queued' });
      expect(waiting).not.toHaveProperty('email');
      expect(await store.deliveries.listOf(tenantId, [certId])).toEqual([]);
      const entries = (await store.auditLog.list(tenantId)).items;
      expect(new Map(entries.map(({ target, details }) => [target, details]))).toEqual(
        new Map<unknown, unknown>([
          [certId, {}],
          [mailId, { name: 'For … …' }],
        ]),
      );
      expect(await store.batches.get(tenantId, mailId)).toMatchObject({ title: 'For … …' });
      const [report] = (await store.reports.acrossTenants.list({ tenantId })).items;
      expect(report).toMatchObject({ certId, text: '' });
      expect(report).not.toHaveProperty('email');
      expect(await store.batches.get(tenantId, zipId)).not.toHaveProperty('download');
      const noted = (await store.erasures.get(tenantId, studentId))?.objects.map(({ key }) => key);
      expect(noted).toEqual([`archives/${tenantId}`, `assets/${tenantId}`]);
    },
    async notePack(store, cut) {
      const { tenantId, studentId } = await begin(store);
      await cut((it) => it.erasures.notePack(tenantId, studentId, 'packs/new'));
      expect((await store.erasures.get(tenantId, studentId))?.packs).toEqual(['packs/new']);
    },
    async move(store, cut) {
      const { tenantId, neighbour } = await begin(store, { files: true });
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
