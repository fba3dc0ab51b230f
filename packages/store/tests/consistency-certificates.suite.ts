import { describe, expect, it } from 'vitest';
import { type Gap, newCertId, newId } from '../src/index.ts';
import { buildCertificate } from './builders.ts';
import * as records from './consistency.ts';

records.prepareConsistency();

describe('a student', () => {
  it('without its valid certificate, or with an older one, gets the valid one', async () => {
    const batch = await records.issued(2);
    const [bare, older] = await records.rowsOf(batch);
    await records.work(await records.orderFor([older!.studentId!]));
    await records.stored.students.updateOne(
      { _id: bare!.studentId! },
      { $unset: { certId: '', certIssuedAt: '' } },
    );
    const newer = (await records.studentOf(older!.studentId)).certId;
    await records.stored.students.updateOne(
      { _id: older!.studentId! },
      { $set: { certId: older!.certId!, certIssuedAt: older!.issuedAt! } },
    );
    await records.repairs({ 'student-not-given': 2 });
    expect((await records.studentOf(bare!.studentId)).certId).toBe(bare!.certId);
    expect((await records.studentOf(older!.studentId)).certId).toBe(newer);
  });

  it('that names a missing certificate gets its valid one, or none', async () => {
    const batch = await records.issued(2);
    const [first, second] = await records.rowsOf(batch);
    const studentIds = [first!.studentId!, second!.studentId!];
    await records.stored.certificates.deleteMany({ _id: first!.certId! });
    await records.stored.batches.deleteOne({ _id: batch._id });
    await records.stored.batchItems.deleteMany({ batchId: batch._id });
    await records.stored.students.updateOne(
      { _id: studentIds[1]! },
      { $set: { certId: newCertId(), certIssuedAt: records.soon() } },
    );
    await records.repairs({ 'student-without-certificate': 1, 'student-not-given': 1 });
    const bare = await records.studentOf(studentIds[0]);
    expect([bare.certId, bare.certIssuedAt]).toEqual([undefined, undefined]);
    expect((await records.studentOf(studentIds[1])).certId).toBe(second!.certId);
  });

  it('with a missing certificate leads the scan to the row that should have issued it', async () => {
    const batch = await records.issued(60);
    const rows = await records.rowsOf(batch);
    await records.stored.certificates.deleteMany({ _id: rows[55]!.certId! });
    const gaps: Gap[] = [];
    const onGap = (gap: Gap) => void (gap.tenantId === records.tenantId && gaps.push(gap));
    const { acrossTenants } = records.store.consistency;
    const chunks = [];
    for (let now = records.soon().getTime(); chunks.length === 0; now += 20 * 60_000) {
      const run = await acrossTenants.checkNext({ repair: true, onGap, everyMs: 60_000, now: new Date(now) });
      chunks.push(...run!.chunks.filter((chunk) => chunk.tenantId === records.tenantId));
    }
    expect(chunks).toEqual([
      { tenantId: records.tenantId, batchId: batch._id, kind: 'generate', from: 50, to: 60 },
    ]);
    expect(gaps.map((gap) => gap.kind).sort()).toEqual([
      'row-without-certificate',
      'student-without-certificate',
    ]);
    await records.work(batch);
    await records.expectConsistent(batch);
  });

  it('whose certificate was revoked has none', async () => {
    const batch = await records.issued(1);
    const [row] = await records.rowsOf(batch);
    await records.stored.certificates.updateOne(
      { _id: row!.certId! },
      { $set: { state: 'revoked', revokedAt: new Date(), revokedReason: 'x' } },
    );
    await records.repairs({ 'student-without-certificate': 1 });
    expect((await records.studentOf(row!.studentId)).certId).toBeUndefined();
    await records.store.certificates.settle(records.tenantId, [row!.certId!]);
    expect((await records.studentOf(row!.studentId)).certId).toBeUndefined();
  });
});

describe('a certificate', () => {
  it('whose issue was interrupted is completed', async () => {
    const batch = await records.issued(1);
    const [row] = await records.rowsOf(batch);
    await records.stored.certificates.updateOne({ _id: row!.certId! }, { $set: { state: 'prepared' } });
    await records.stored.students.updateOne(
      { _id: row!.studentId! },
      { $unset: { certId: '', certIssuedAt: '' } },
    );
    await records.repairs({ 'certificate-unfinished': 1 });
    await records.expectConsistent(batch);
  });

  it('that its student records as revoked is revoked', async () => {
    const batch = await records.issued(1);
    const [row] = await records.rowsOf(batch);
    await records.store.certificates.revoke(records.tenantId, row!.certId!, { userId: newId(), reason: 'x' });
    await records.stored.certificates.updateOne(
      { _id: row!.certId! },
      { $set: { state: 'valid' }, $unset: { revokedAt: '', revokedReason: '', revokedBy: '' } },
    );
    await records.repairs({ 'revocation-lost': 1 });
    expect(await records.store.certificates.get(records.tenantId, row!.certId!)).toMatchObject({
      state: 'revoked',
    });
  });

  it('that is valid although a newer one was revoked is replaced by that one', async () => {
    const batch = await records.issued(1);
    const [row] = await records.rowsOf(batch);
    const newer = await records.work(await records.orderFor([row!.studentId!]));
    const [newRow] = await records.rowsOf(newer);
    await records.store.certificates.revoke(records.tenantId, newRow!.certId!, {
      userId: newId(),
      reason: 'x',
    });
    await records.stored.certificates.updateOne(
      { _id: row!.certId! },
      { $set: { state: 'valid' }, $unset: { replacedBy: '', replacedAt: '' } },
    );
    await records.repairs({ 'certificate-superseded': 1 });
    expect(await records.store.certificates.get(records.tenantId, row!.certId!)).toMatchObject({
      state: 'replaced',
      replacedBy: newRow!.certId,
    });
  });

  it('replaced by a missing one is current again, unless its student was deleted or the missing one was revoked', async () => {
    const batch = await records.issued(3);
    const rows = await records.rowsOf(batch);
    const lost = rows.map(() => newCertId());
    for (const [place, row] of rows.entries()) {
      const replaced = { state: 'replaced' as const, replacedBy: lost[place]!, replacedAt: new Date() };
      await records.stored.certificates.updateOne({ _id: row.certId! }, { $set: replaced });
    }
    await records.stored.students.updateOne({ _id: rows[0]!.studentId! }, { $set: { certId: lost[0]! } });
    await records.stored.students.deleteOne({ _id: rows[1]!.studentId! });
    await records.stored.students.updateOne(
      { _id: rows[2]!.studentId! },
      { $set: { revokedCertId: lost[2]! }, $unset: { certId: '' } },
    );
    expect(await records.check(true)).toMatchObject({ 'successor-missing': 3 });
    expect(await records.check(true)).toEqual({});
    const states = await records.store.certificates.getMany(
      records.tenantId,
      rows.map((row) => row.certId!),
    );
    expect(states.map((one) => [one.state, one.replacedBy])).toEqual([
      ['valid', undefined],
      ['replaced', undefined],
      ['replaced', undefined],
    ]);
    expect((await records.studentOf(rows[0]!.studentId)).certId).toBe(rows[0]!.certId);
  });

  it('replaced by one that its row will issue again stays replaced', async () => {
    const batch = await records.issued(1);
    const [row] = await records.rowsOf(batch);
    const newer = await records.work(await records.orderFor([row!.studentId!]));
    const [newRow] = await records.rowsOf(newer);
    await records.stored.certificates.deleteMany({ _id: newRow!.certId! });
    await records.repairs({ 'row-without-certificate': 1, 'student-without-certificate': 1 });
    expect(await records.store.certificates.get(records.tenantId, row!.certId!)).toMatchObject({
      state: 'replaced',
    });
    await records.work(newer);
    await records.expectConsistent(newer);
  });
});

it('certificates are listed pack by pack, whatever the size of a pack', async () => {
  const rows = Array.from({ length: 130 }, (_, index) =>
    buildCertificate({ pack: { key: `packs/${Math.floor(index / 50)}`, offset: index, length: 1 } }),
  );
  await records.store.certificates.issue(records.tenantId, rows);
  const groups = [];
  for await (const group of records.store.consistency.acrossTenants.packs(records.tenantId))
    groups.push(group.length);
  expect(groups).toEqual([50, 50, 30]);
});
