import { describe, expect, it } from 'vitest';
import { type Gap, newCertId, newId } from '../src/index.ts';
import { buildBatch } from './builders.ts';
import {
  check,
  expectConsistent,
  issued,
  order,
  orderFor,
  prepareConsistency,
  repairs,
  rowsOf,
  soon,
  startWork,
  store,
  stored,
  studentOf,
  tenantId,
  work,
} from './consistency.ts';

prepareConsistency();

describe('a consistent store', () => {
  it('has no gaps: issued, issued again, revoked, running and with its students deleted', async () => {
    const first = await issued(3);
    const [replacedRow, revokedRow, goneRow] = await rowsOf(first);
    await work(await orderFor([replacedRow!.studentId!]));
    await store.certificates.revoke(tenantId, revokedRow!.certId!, { userId: newId(), reason: 'x' });
    await store.trash.put(tenantId, [goneRow!.studentId!], { userId: 'somebody', deletion: 'once' });
    const running = await order(60);
    await store.batches.nextChunks(tenantId, running._id, 1);
    await store.batches.claim(tenantId, running._id, { from: 0, to: 50 }, { owner: 'w', leaseMs: 60_000 });
    await store.batches.count(tenantId, running._id);
    expect(await check(true)).toEqual({});
  });
});

describe('a done row without its certificate', () => {
  it('is issued again with its id and time of issue, in a batch that ends a second time', async () => {
    const batch = await issued(120);
    const rows = await rowsOf(batch);
    const lost = rows.slice(50, 100).map((row) => row.certId!);
    await stored.certificates.deleteMany({ _id: { $in: lost } });
    await repairs({ 'row-without-certificate': 50, 'student-without-certificate': 50 });
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({ state: 'running' });
    expect((await studentOf(rows[50]!.studentId)).certId).toBeUndefined();
    await work(batch);
    await expectConsistent(batch);
    expect((await rowsOf(batch)).map((row) => row.certId)).toEqual(rows.map((row) => row.certId));
    expect(await check(true)).toEqual({});
  });

  it('is found once by the reconciler after its batch has ended, and its chunk is returned', async () => {
    const batch = await issued(120);
    const rows = await rowsOf(batch);
    await stored.certificates.deleteMany({ _id: { $in: rows.slice(110).map((row) => row.certId!) } });
    // Every batch that other tests have ended would be checked first.
    const ended = { $in: ['done', 'cancelled'] };
    const never = { reconcileAt: new Date('9999-01-01T00:00:00Z') };
    await stored.batches.updateMany({ tenantId: { $ne: tenantId }, state: ended } as never, { $set: never });
    const gaps: Gap[] = [];
    const onGap = (gap: Gap) => void (gap.tenantId === tenantId && gaps.push(gap));
    const look = async () => {
      const run = await store.consistency.acrossTenants.checkEnded({
        repair: true,
        onGap,
        now: soon(),
        atMost: 1_000,
      });
      return run.chunks.filter((chunk) => chunk.tenantId === tenantId);
    };
    expect(await look()).toEqual([{ tenantId, batchId: batch._id, kind: 'generate', from: 100, to: 120 }]);
    expect(Map.groupBy(gaps, (gap) => gap.kind).get('row-without-certificate')).toHaveLength(10);
    gaps.length = 0;
    await work(batch);
    await expectConsistent(batch);
    expect(await look()).toEqual([]);
    expect(gaps).toEqual([]);
  });

  it('in a running batch is counted again from the beginning', async () => {
    const batch = await order(600);
    const { items, finish } = await startWork(batch, 550);
    await finish();
    await stored.certificates.deleteMany({ _id: items[3]!.certId! });
    await repairs({ 'row-without-certificate': 1, 'student-without-certificate': 1 });
    await work(batch);
    await expectConsistent(batch);
  });

  it('that was revoked is not issued again', async () => {
    const batch = await issued(1);
    const [row] = await rowsOf(batch);
    await store.certificates.revoke(tenantId, row!.certId!, { userId: newId(), reason: 'x' });
    await stored.certificates.deleteMany({ _id: row!.certId! });
    await repairs({ 'row-without-certificate': 1 });
    expect((await rowsOf(batch))[0]).toMatchObject({ state: 'failed', error: { code: 'issued_revoked' } });
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({ state: 'done', done: 0, failed: 1 });
  });

  it('keeps a cancelled batch cancelled', async () => {
    const batch = await order(3);
    const { items, finish } = await startWork(batch, 2);
    await store.batches.cancel(tenantId, batch._id);
    await finish();
    await stored.certificates.deleteMany({ _id: items[0]!.certId! });
    await repairs({ 'row-without-certificate': 1, 'student-without-certificate': 1 });
    await work(batch);
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({
      state: 'cancelled',
      done: 2,
      cancelled: 1,
    });
  });
});

describe('other rows', () => {
  it('that are failed or cancelled, but have a certificate, become done', async () => {
    const batch = await issued(2);
    await stored.batchItems.updateMany(
      { batchId: batch._id },
      { $set: { state: 'failed', error: { code: 'unavailable', message: 'x' } } },
    );
    await stored.batches.updateOne({ _id: batch._id }, { $set: { done: 0, failed: 2 } });
    await repairs({ 'row-not-done': 2 });
    await expectConsistent(batch);
    expect((await rowsOf(batch))[0]!.error).toBeUndefined();
  });

  it('that are older than their ended batch are issued; those of a cancelled batch are cancelled', async () => {
    const batch = await issued(3);
    const stopped = await order(2);
    await store.batches.cancel(tenantId, stopped._id);
    await stored.batchItems.updateMany(
      { batchId: { $in: [batch._id, stopped._id] } },
      { $set: { state: 'running', leaseUntil: soon() } },
    );
    await repairs({ 'row-open': 5 });
    await work(batch);
    await expectConsistent(batch);
    expect(await store.batches.get(tenantId, stopped._id)).toMatchObject({
      state: 'cancelled',
      cancelled: 2,
    });
  });

  it('of an ended e-mail batch are never sent again', async () => {
    const batch = await work(await order(2, { kind: 'email' }));
    await stored.batchItems.updateMany({ batchId: batch._id }, { $set: { state: 'queued' } });
    await repairs({ 'row-open': 2 });
    expect(await rowsOf(batch)).toMatchObject([
      { state: 'failed', delivery: 'unknown', error: { code: 'email_unknown' } },
      { state: 'failed', delivery: 'unknown' },
    ]);
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({ state: 'done', done: 0, failed: 2 });
  });

  it('of an ended zip are packed again', async () => {
    const items = [{ certId: newCertId(), fullName: 'Ana' }];
    const batch = await store.batches.create(tenantId, buildBatch({ kind: 'zip', items }));
    const pack = async () => {
      const hold = await store.batches.takeBatchLease(tenantId, batch._id, { owner: 'w', leaseMs: 60_000 });
      const { fence } = hold!;
      await store.batches.finishUnderBatchLease(tenantId, batch._id, fence, [{ index: 0, state: 'done' }]);
      const download = { key: `k-${fence}`, fileName: 'f.zip', size: 1, keptUntil: soon() };
      await store.batches.setDownload(tenantId, batch._id, fence, download);
      await store.batches.count(tenantId, batch._id);
    };
    await store.batches.nextChunks(tenantId, batch._id, 1);
    await pack();
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({ state: 'done', done: 1 });
    await stored.batchItems.updateMany({ batchId: batch._id }, { $set: { state: 'queued' } });
    await repairs({ 'row-open': 1 });
    await pack();
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({ state: 'done', done: 1 });
    expect(await check(true)).toEqual({});
  });

  it('that are missing are rebuilt from their certificates, or failed', async () => {
    const batch = await issued(4);
    const rows = await rowsOf(batch);
    await stored.batchItems.deleteMany({ batchId: batch._id, index: { $in: [1, 3] } });
    await stored.certificates.deleteMany({ _id: rows[3]!.certId! });
    await repairs({ 'row-missing': 2, 'student-without-certificate': 1 });
    const again = await rowsOf(batch);
    expect(again[1]).toMatchObject({ state: 'done', certId: rows[1]!.certId, studentId: rows[1]!.studentId });
    expect(again[3]).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(await store.batches.get(tenantId, batch._id)).toMatchObject({ done: 3, failed: 1 });
  });

  it('without a batch are deleted; the certificates they issued are kept', async () => {
    const batch = await issued(2);
    const [row] = await rowsOf(batch);
    await stored.batches.deleteOne({ _id: batch._id });
    await repairs({ 'rows-without-batch': 1 });
    expect(await rowsOf(batch)).toEqual([]);
    expect(await store.certificates.get(tenantId, row!.certId!)).toMatchObject({ state: 'valid' });
  });
});

describe('a batch', () => {
  it('with wrong counts after its end is counted again', async () => {
    const batch = await issued(3);
    await stored.batches.updateOne({ _id: batch._id }, { $set: { done: 1, failed: 2 } });
    await repairs({ 'batch-counts': 1 });
    await expectConsistent(batch);
  });

  it('whose rows are older than its counters is reopened and ends', async () => {
    const batch = await order(300);
    await store.batches.nextChunks(tenantId, batch._id, 6);
    await stored.batches.updateOne(
      { _id: batch._id },
      {
        $set: {
          state: 'running',
          settledBelow: 250,
          settled: { done: 250, failed: 0, cancelled: 0 },
          done: 250,
        },
      },
    );
    await repairs({ 'batch-counts': 1 });
    await work(batch);
    await expectConsistent(batch);
  });

  it('whose rows are newer than its counters counts them', async () => {
    const batch = await order(60);
    await work(batch);
    await stored.batches.updateOne(
      { _id: batch._id },
      { $set: { state: 'queued', nextFrom: 0, done: 0 }, $unset: { endedAt: '', startedAt: '' } },
    );
    await repairs({ 'batch-counts': 1 });
    expect((await store.batches.count(tenantId, batch._id)).ended).toBe(true);
    await expectConsistent(batch);
  });
});
