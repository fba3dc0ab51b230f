import { expect } from 'vitest';
import { openTables } from '../../src/database/tables.ts';
import { type CertificateRecord, type NewBatch, newId, type Store } from '../../src/index.ts';
import { buildBatch, buildCertificate, buildItems, buildStudent } from '../builders.ts';
import { asDone, claimAll, leaseMs } from '../claiming.ts';
import { testDatabase } from '../database.ts';
import { later, postponeOthers, type WriteSites } from './site.ts';

/** Two students with a certificate each, and the certificates that will replace them. */
async function prepareIssue(store: Store) {
  const tenantId = newId();
  const studentIds = [];
  for (let n = 0; n < 2; n++) studentIds.push((await store.students.create(tenantId, buildStudent()))._id);
  const issuedAt = (ms: number) => new Date(1_800_000_000_000 + ms);
  const older = studentIds.map((studentId) => buildCertificate({ studentId, issuedAt: issuedAt(0) }));
  await store.certificates.issue(tenantId, older);
  const newer = studentIds.map((studentId) => buildCertificate({ studentId, issuedAt: issuedAt(1) }));
  return { tenantId, studentIds, older, newer, ids: newer.map((row) => row._id) };
}

/** Leaves the new certificates as a worker does that crashed after its first write. */
async function prepareOnly({ tenantId, newer }: Awaited<ReturnType<typeof prepareIssue>>): Promise<void> {
  const { certificates } = openTables((await testDatabase()).raw);
  const createdAt = new Date();
  await certificates.insertMissing(
    newer.map((row) => ({ ...row, tenantId, state: 'prepared', createdAt }) as CertificateRecord),
  );
}

/** Asserts that each student has only the new certificate, that the older one names it, and that it can be read. */
async function expectIssued(store: Store, issue: Awaited<ReturnType<typeof prepareIssue>>): Promise<void> {
  const { tenantId, studentIds, older, newer } = issue;
  for (const [position, studentId] of studentIds.entries()) {
    const history = await store.certificates.history(tenantId, studentId);
    expect(history.map(({ _id, state, replacedBy }) => ({ _id, state, replacedBy }))).toEqual([
      { _id: newer[position]!._id, state: 'valid', replacedBy: undefined },
      { _id: older[position]!._id, state: 'replaced', replacedBy: newer[position]!._id },
    ]);
    expect((await store.students.get(tenantId, studentId))?.certId).toBe(newer[position]!._id);
  }
}

async function createBatch(store: Store, overrides: Partial<NewBatch> = {}) {
  const tenantId = newId();
  const { _id: batchId } = await store.batches.create(tenantId, buildBatch(overrides));
  return { tenantId, batchId };
}

/** Has ended, and e-mails are to follow it. */
const endedWithAfterwards = (store: Store) =>
  createBatch(store, {
    items: [{ fullName: 'x', error: { code: 'internal', message: 'x' } }],
    afterwards: { emails: { language: 'es' } },
  });

async function claimBatch(store: Store) {
  const batch = await createBatch(store);
  await store.batches.nextChunks(batch.tenantId, batch.batchId, 1);
  return { ...batch, claim: await claimAll(store.batches, batch.tenantId, batch.batchId) };
}

async function takeZip(store: Store) {
  const zip = await createBatch(store, { kind: 'zip' });
  const hold = await store.batches.takeBatchLease(zip.tenantId, zip.batchId, { owner: 'w', leaseMs });
  return { ...zip, fence: hold!.fence };
}

const statesOf = async (store: Store, { tenantId, batchId }: { tenantId: string; batchId: string }) =>
  (await store.batches.items(tenantId, batchId)).items.map((item) => item.state);

async function openDelivery(store: Store) {
  const tenantId = newId();
  const wanted = buildDelivery();
  const [delivery] = await store.deliveries.open(tenantId, [wanted]);
  return { tenantId, deliveryId: delivery!._id, wanted };
}

const buildDelivery = () => ({
  batchId: newId(),
  index: 0,
  certId: newId(),
  to: 'p@example.test',
  language: 'en' as const,
  messageIdHost: 'sello.test',
});

const error = { code: 'internal', message: 'x' } as const;
const range = { from: 0, to: 3 };

export const issuingSites: Record<string, WriteSites> = {
  certificates: {
    async issue(store, cut) {
      const issue = await prepareIssue(store);
      const issued = await cut((it) => it.certificates.issue(issue.tenantId, issue.newer));
      expect(issued?.map(({ certId, state }) => [certId, state])).toEqual(
        issue.ids.map((id) => [id, 'valid']),
      );
      await expectIssued(store, issue);
    },
    async 'issue, for students without a certificate'(store, cut) {
      const tenantId = newId();
      const studentId = (await store.students.create(tenantId, buildStudent()))._id;
      const row = buildCertificate({ studentId });
      const issued = await cut((it) =>
        it.certificates.issue(tenantId, [row], { uncertified: new Set([studentId]) }),
      );
      expect(issued?.map(({ certId, state }) => [certId, state])).toEqual([[row._id, 'valid']]);
      expect((await store.students.get(tenantId, studentId))?.certId).toBe(row._id);
    },
    async deletePrepared(store, cut) {
      const issue = await prepareIssue(store);
      await prepareOnly(issue);
      await cut((it) => it.certificates.deletePrepared(issue.tenantId, [...issue.ids, issue.older[0]!._id]));
      expect(await store.certificates.getMany(issue.tenantId, issue.ids)).toEqual([]);
      expect(await store.certificates.get(issue.tenantId, issue.older[0]!._id)).toMatchObject({
        state: 'valid',
      });
    },
    async settle(store, cut) {
      const issue = await prepareIssue(store);
      await prepareOnly(issue);
      const settled = await cut((it) => it.certificates.settle(issue.tenantId, issue.ids));
      expect(settled?.map((row) => row.state)).toEqual(['valid', 'valid']);
      await expectIssued(store, issue);
    },
    async revoke(store, cut) {
      const { tenantId, older, studentIds } = await prepareIssue(store);
      const by = { userId: newId(), reason: 'Issued by mistake' };
      const revoked = await cut((it) => it.certificates.revoke(tenantId, older[0]!._id, by));
      expect(revoked).toMatchObject({ state: 'revoked', revokedReason: by.reason });
      expect(await store.students.get(tenantId, studentIds[0]!)).not.toHaveProperty('certId');
    },
    async 'acrossTenants.keepFileChecks'(store, cut) {
      const { tenantId, older } = await prepareIssue(store);
      const certificate = (await store.certificates.get(tenantId, older[0]!._id))!;
      const check = { at: new Date(), outcome: 'unsigned' as const, reasons: [{ code: 'no_signature' }] };
      const checked = [{ certificate, check, dueAt: later() }];
      await cut((it) => it.certificates.acrossTenants.keepFileChecks(checked));
      expect(await store.certificates.get(tenantId, certificate._id)).toEqual({
        ...certificate,
        ...{ fileCheck: check, fileDueAt: checked[0]!.dueAt },
      });
    },
    async 'acrossTenants.finishPrepared'(store, cut) {
      await store.certificates.acrossTenants.finishPrepared({ olderThanMs: 0, now: later(), limit: 10_000 });
      const issue = await prepareIssue(store);
      await prepareOnly(issue);
      const overdue = { olderThanMs: 0, now: later(), limit: 10_000 };
      await cut((it) => it.certificates.acrossTenants.finishPrepared(overdue));
      // After a lost response a certificate may be valid but not stored in its student's record; `settle` repairs that.
      await store.certificates.settle(issue.tenantId, issue.ids);
      await expectIssued(store, issue);
    },
  },

  batches: {
    async create(store, cut) {
      const tenantId = newId();
      const batch = buildBatch({ _id: newId() });
      const made = await cut((it) => it.batches.create(tenantId, batch));
      expect(made).toMatchObject({ _id: batch._id, state: 'queued', total: 3 });
      expect(await statesOf(store, { tenantId, batchId: batch._id! })).toEqual([
        'queued',
        'queued',
        'queued',
      ]);
    },
    async 'create, of rows that an earlier attempt resolved otherwise'(store, cut) {
      const tenantId = newId();
      const batch = buildBatch({ _id: newId(), isResolvedAnew: true });
      const made = await cut((it) => it.batches.create(tenantId, batch));
      expect(made).toMatchObject({ _id: batch._id, state: 'queued', total: 3 });
      const { items } = await store.batches.items(tenantId, batch._id!);
      expect(items.map((item) => [item.index, item.studentId])).toEqual(
        batch.items.map((item, index) => [index, item.studentId]),
      );
    },
    async nextChunks(store, cut) {
      await postponeOthers();
      const { tenantId, batchId } = await createBatch(store, { items: buildItems(60) });
      const first = await cut((it) => it.batches.nextChunks(tenantId, batchId, 1));
      const rest = await store.batches.nextChunks(tenantId, batchId, 9);
      // A chunk that was returned in a lost response is named by the reconciler.
      const stuck = await store.batches.acrossTenants.stuck({ kinds: ['generate'], now: later() });
      const mine = stuck.chunks.filter((chunk) => chunk.batchId === batchId);
      const handed = new Set([...(first ?? []), ...rest, ...mine].map((chunk) => chunk.from));
      expect([...handed].sort()).toEqual([0, 50]);
    },
    async claim(store, cut) {
      const { tenantId, batchId } = await createBatch(store);
      const claim = await cut((it) => claimAll(it.batches, tenantId, batchId));
      const held = claim!.items.map((item) => item.index);
      // Rows of a claim whose response was lost are free again when the lease expires.
      const freed = await claimAll(store.batches, tenantId, batchId, later());
      expect([[], [0, 1, 2]]).toContainEqual(held);
      expect(freed.items.map((item) => item.index)).toEqual([0, 1, 2]);
    },
    async claimWithStudents(store, cut) {
      const { tenantId, batchId } = await createBatch(store);
      const claim = await cut((it) =>
        it.batches.claimWithStudents(tenantId, batchId, range, { owner: 'w', leaseMs }),
      );
      expect([[], [1, 1, 1]]).toContainEqual(claim!.items.map((item) => item.fence));
      const freed = await claimAll(store.batches, tenantId, batchId, later());
      expect(freed.items.map((item) => item.index)).toEqual([0, 1, 2]);
    },
    async renew(store, cut) {
      const { tenantId, claim } = await claimBatch(store);
      expect(await cut((it) => it.batches.renew(tenantId, claim, 10 * leaseMs))).toBe(3);
      const held = await store.batches.heldFor(tenantId, claim.batchId, range);
      expect(held).toBeGreaterThan(leaseMs);
    },
    async finish(store, cut) {
      const { tenantId, batchId, claim } = await claimBatch(store);
      const finished = await cut((it) => it.batches.finish(tenantId, batchId, asDone(claim.items)));
      expect(finished).toEqual({ held: 3, refused: 0 });
      expect(await statesOf(store, { tenantId, batchId })).toEqual(['done', 'done', 'done']);
    },
    async release(store, cut) {
      const { tenantId, batchId, claim } = await claimBatch(store);
      await cut((it) => it.batches.release(tenantId, batchId, claim.items, 'now'));
      const { items } = await store.batches.items(tenantId, batchId);
      expect(items.map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['queued', 0]));
    },
    async beginAlone(store, cut) {
      const { tenantId, batchId, claim } = await claimBatch(store);
      await cut((it) => it.batches.beginAlone(tenantId, batchId, claim.items[0]!));
      expect((await store.batches.items(tenantId, batchId)).items[0]).toMatchObject({ endedAlone: 1 });
    },
    async survivedAlone(store, cut) {
      const { tenantId, batchId, claim } = await claimBatch(store);
      await store.batches.beginAlone(tenantId, batchId, claim.items[0]!);
      await cut((it) => it.batches.survivedAlone(tenantId, batchId, claim.items[0]!));
      expect((await store.batches.items(tenantId, batchId)).items[0]).toMatchObject({ endedAlone: 0 });
    },
    async failUnfinished(store, cut) {
      const { tenantId, batchId } = await createBatch(store);
      await cut((it) => it.batches.failUnfinished(tenantId, batchId, range, error, { now: later() }));
      expect(await statesOf(store, { tenantId, batchId })).toEqual(['failed', 'failed', 'failed']);
    },
    async 'failUnfinished, of a zip without its file'(store, cut) {
      const zip = await takeZip(store);
      const outcomes = [{ index: 0, state: 'done' as const }];
      await store.batches.finishUnderBatchLease(zip.tenantId, zip.batchId, zip.fence, outcomes);
      await cut((it) => it.batches.failUnfinished(zip.tenantId, zip.batchId, range, error, { now: later() }));
      expect(await statesOf(store, zip)).toEqual(['failed', 'failed', 'failed']);
    },
    async count(store, cut) {
      const { tenantId, batchId, claim } = await claimBatch(store);
      await store.batches.finish(tenantId, batchId, asDone(claim.items));
      const counted = await cut((it) => it.batches.count(tenantId, batchId));
      expect(counted?.event).toMatchObject({ state: 'done', done: 3 });
      const { rev, done, state } = (await store.batches.get(tenantId, batchId))!;
      expect({ rev, done, state }).toEqual({ rev: 2, done: 3, state: 'done' });
    },
    async cancel(store, cut) {
      const { tenantId, batchId } = await createBatch(store);
      await cut((it) => it.batches.cancel(tenantId, batchId), ['batch_not_running']);
      expect(await store.batches.get(tenantId, batchId)).toMatchObject({ state: 'cancelled', cancelled: 3 });
    },
    async takeAfterwards(store, cut) {
      const { tenantId, batchId } = await endedWithAfterwards(store);
      await cut((it) => it.batches.takeAfterwards(tenantId, batchId, { leaseMs }));
      // A lease whose response was lost expires, and the next caller gets it.
      const again = await store.batches.takeAfterwards(tenantId, batchId, { leaseMs, now: later() });
      expect(again).toMatchObject({ _id: batchId, afterwards: { emails: { language: 'es' } } });
    },
    async moveAfterwards(store, cut) {
      const { tenantId, batchId } = await endedWithAfterwards(store);
      const now = new Date();
      await store.batches.takeAfterwards(tenantId, batchId, { leaseMs, now });
      const lease = { from: new Date(now.getTime() + leaseMs), to: now };
      await cut((it) => it.batches.moveAfterwards(tenantId, batchId, lease));
      expect(await store.batches.takeAfterwards(tenantId, batchId, { leaseMs, now })).not.toBeNull();
      // Somebody else has it now.
      expect(await store.batches.moveAfterwards(tenantId, batchId, { from: now, to: later() })).toBe(false);
    },
    async endAfterwards(store, cut) {
      const { tenantId, batchId } = await endedWithAfterwards(store);
      await cut((it) => it.batches.endAfterwards(tenantId, batchId));
      expect(await store.batches.takeAfterwards(tenantId, batchId, { leaseMs, now: later() })).toBeNull();
    },
    async takeBatchLease(store, cut) {
      const { tenantId, batchId } = await createBatch(store, { kind: 'zip' });
      const options = { owner: 'w', leaseMs };
      const taken = await cut((it) => it.batches.takeBatchLease(tenantId, batchId, options));
      // A lease whose response was lost expires, and the next one fences it off.
      const again = await store.batches.takeBatchLease(tenantId, batchId, { ...options, now: later() });
      expect(again!.fence).toBeGreaterThan(taken?.fence ?? -1);
      const { fence } = again!;
      const outcomes = [0, 1, 2].map((index) => ({ index, state: 'done' as const }));
      expect(await store.batches.finishUnderBatchLease(tenantId, batchId, fence, outcomes)).toBe(3);
    },
    async 'takeBatchLease, of one that was held before'(store, cut) {
      const { tenantId, batchId, fence: former } = await takeZip(store);
      const outcomes = [0, 1, 2].map((index) => ({ index, state: 'done' as const }));
      await store.batches.finishUnderBatchLease(tenantId, batchId, former, outcomes);
      const hold = { owner: 'x', leaseMs };
      const taken = await cut((it) =>
        it.batches.takeBatchLease(tenantId, batchId, { ...hold, now: later(2 * leaseMs) }),
      );
      // A lease whose response was lost expires; the next one finds every row still to be done.
      const { fence } =
        taken ?? (await store.batches.takeBatchLease(tenantId, batchId, { ...hold, now: later() }))!;
      expect(await statesOf(store, { tenantId, batchId })).toEqual(['queued', 'queued', 'queued']);
      expect(await store.batches.finishUnderBatchLease(tenantId, batchId, former, outcomes)).toBe(0);
      expect(await store.batches.finishUnderBatchLease(tenantId, batchId, fence, outcomes)).toBe(3);
    },
    async renewBatchLease(store, cut) {
      const { tenantId, batchId, fence } = await takeZip(store);
      expect(await cut((it) => it.batches.renewBatchLease(tenantId, batchId, fence, 10 * leaseMs))).toBe(
        true,
      );
      const soon = { owner: 'x', leaseMs, now: later(2 * leaseMs) };
      expect(await store.batches.takeBatchLease(tenantId, batchId, soon)).toBeNull();
    },
    async finishUnderBatchLease(store, cut) {
      const { tenantId, batchId, fence } = await takeZip(store);
      const outcomes = [0, 1, 2].map((index) => ({ index, state: 'done' as const }));
      expect(await cut((it) => it.batches.finishUnderBatchLease(tenantId, batchId, fence, outcomes))).toBe(3);
      expect(await statesOf(store, { tenantId, batchId })).toEqual(['done', 'done', 'done']);
    },
    async setDownload(store, cut) {
      const { tenantId, batchId, fence } = await takeZip(store);
      const download = { key: `zips/${batchId}`, fileName: 'f.zip', size: 1, keptUntil: later() };
      expect(await cut((it) => it.batches.setDownload(tenantId, batchId, fence, download))).toBe(true);
      expect(await store.batches.get(tenantId, batchId)).toMatchObject({ download });
    },
    async releaseBatchLease(store, cut) {
      const { tenantId, batchId, fence } = await takeZip(store);
      await cut((it) => it.batches.releaseBatchLease(tenantId, batchId, fence));
      expect(await store.batches.takeBatchLease(tenantId, batchId, { owner: 'x', leaseMs })).not.toBeNull();
    },
    async 'acrossTenants.stuck'(store, cut) {
      await postponeOthers();
      const { tenantId, batchId, claim } = await claimBatch(store);
      await store.batches.finish(tenantId, batchId, asDone(claim.items));
      const ask = (ms: number) => ({ kinds: ['generate' as const], now: later(ms) });
      await cut((it) => it.batches.acrossTenants.stuck(ask(3_600_000)));
      await store.batches.acrossTenants.stuck(ask(7_200_000));
      expect(await store.batches.get(tenantId, batchId)).toMatchObject({ state: 'done', done: 3 });
    },
    async 'acrossTenants.stuck, with a batch whose rows were never all written'(store, cut) {
      await postponeOthers();
      const batch = await createBatch(store);
      const { raw } = await testDatabase();
      await raw
        .collection<{ _id: string }>('batches')
        .updateOne({ _id: batch.batchId }, { $set: { state: 'preparing', createdAt: new Date(0) } });
      await cut((it) => it.batches.acrossTenants.stuck({ kinds: ['generate'], now: new Date() }));
      expect(await raw.collection<{ _id: string }>('batches').findOne({ _id: batch.batchId })).toBeNull();
      expect(await raw.collection('batchItems').countDocuments({ batchId: batch.batchId })).toBe(0);
    },
    async 'acrossTenants.stuck, with a zip that stands still'(store, cut) {
      await postponeOthers();
      const { tenantId, batchId } = await createBatch(store, { kind: 'zip' });
      const ask = (ms: number) => ({ kinds: ['zip' as const], now: later(ms) });
      const found = await cut((it) => it.batches.acrossTenants.stuck(ask(3_600_000)));
      // A chunk that was named in a lost response is named again after `everyMs`.
      const again = await store.batches.acrossTenants.stuck(ask(7_200_000));
      const chunks = [...(found?.chunks ?? []), ...again.chunks];
      expect(chunks).toContainEqual({ tenantId, batchId, kind: 'zip', from: 0, to: 3 });
      expect(await store.batches.nextChunks(tenantId, batchId, 1)).toEqual([]);
    },
    async 'acrossTenants.forgetDownload'(store, cut) {
      const { tenantId, batchId, fence } = await takeZip(store);
      const download = { key: `zips/${batchId}`, fileName: 'f.zip', size: 1, keptUntil: later() };
      await store.batches.setDownload(tenantId, batchId, fence, download);
      await cut((it) => it.batches.acrossTenants.forgetDownload(batchId, download.key));
      expect(await store.batches.get(tenantId, batchId)).not.toHaveProperty('download');
    },
  },

  deliveries: {
    async open(store, cut) {
      const tenantId = newId();
      const wanted = [buildDelivery(), buildDelivery()];
      const opened = await cut((it) => it.deliveries.open(tenantId, wanted));
      expect(opened).toHaveLength(2);
      for (const delivery of opened!)
        expect(await store.deliveries.get(tenantId, delivery._id)).toEqual(delivery);
    },
    async begin(store, cut) {
      const { tenantId, deliveryId } = await openDelivery(store);
      const begun = await cut((it) => it.deliveries.begin(tenantId, deliveryId));
      const { state, attempts } = (await store.deliveries.get(tenantId, deliveryId))!;
      // Only one caller may send. After a lost response the delivery stays begun and is never sent again automatically.
      expect([null, deliveryId]).toContain(begun?._id ?? null);
      expect({ state, attempts }).toEqual({ state: 'sending', attempts: 1 });
      expect(await store.deliveries.begin(tenantId, deliveryId)).toBeNull();
    },
    async settle(store, cut) {
      const { tenantId, deliveryId } = await openDelivery(store);
      await store.deliveries.begin(tenantId, deliveryId);
      const response = { code: 250, text: 'ok' };
      expect(await cut((it) => it.deliveries.settle(tenantId, deliveryId, 'accepted', response))).toBe(true);
      expect(await store.deliveries.get(tenantId, deliveryId)).toMatchObject({ state: 'accepted', response });
    },
  },
};
