import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId, openDatabaseCopy, openStore } from '../src/index.ts';
import { buildCertificate, buildStudent } from './builders.ts';
import { testDatabase } from './database.ts';

const moment = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
async function* stored(...rows: object[]) {
  for (const row of rows) yield mongo.BSON.serialize(row);
}

describe('a copy of the database', () => {
  let url: string;
  beforeAll(async () => {
    const own = new URL((await testDatabase()).url);
    own.pathname = `/copy_${newId()}`;
    url = own.href;
  });

  it('restores every document as it was stored, with the BSON types of its numbers', async () => {
    const copy = await openDatabaseCopy({ url });
    await copy.prepare();
    const row = {
      _id: newId(),
      whole: new mongo.Double(5),
      count: 5,
      at: moment(1),
      none: null,
      list: [1, 'a'],
    };
    await copy.write('auditLog', stored(row), { ids: new Set(), mail: new Set() });
    const read = [];
    for await (const { bson } of copy.read('auditLog')) read.push(Buffer.from(bson));
    expect(read).toEqual([Buffer.from(mongo.BSON.serialize(row))]);
    expect(await copy.firstInUse()).toBe('auditLog');
    await copy.close();
  });

  it('keeps the later of two valid certificates of a student, which a concurrent write can cause', async () => {
    const copy = await openDatabaseCopy({ url });
    const files = { prefix: { key: 'p' }, pack: { key: 'q' } };
    const common = { ...files, tenantId: 't', studentId: 's', batchId: 'b', index: 0, state: 'valid' };
    const rows = [3, 1, 2].map((second) => ({ ...common, _id: `c${second}`, issuedAt: moment(second) }));
    await copy.write('certificates', stored(...rows), { ids: new Set(), mail: new Set() });
    const found: Record<string, unknown> = {};
    for await (const { bson } of copy.read('certificates')) {
      const { _id, state, replacedBy } = mongo.BSON.deserialize(bson);
      found[_id] = [state, replacedBy];
    }
    expect(found).toEqual({ c1: ['replaced', 'c3'], c2: ['replaced', 'c3'], c3: ['valid', undefined] });
    await copy.close();
  });

  it('keeps the later of two rows of which one was deleted while they were read', async () => {
    const copy = await openDatabaseCopy({ url });
    const member = { tenantId: 't', userId: 'u', status: 'active' };
    const rows = [2, 1].map((second) => ({ ...member, _id: `m${second}`, joinedAt: moment(second) }));
    await copy.write('members', stored(...rows), { ids: new Set(), mail: new Set() });
    const ids: string[] = [];
    for await (const { bson } of copy.read('members')) ids.push(mongo.BSON.deserialize(bson)._id);
    expect(ids).toEqual(['m2']);
    await copy.close();
  });

  it('skips rows of a batch that was created after the batches were read', async () => {
    const copy = await openDatabaseCopy({ url });
    const known = await copy.readBatches(
      stored({ _id: 'b1', kind: 'generate' }, { _id: 'b2', kind: 'email' }),
    );
    const rows = ['b1', 'b2', 'b3'].map((batchId) => ({ _id: `${batchId}:0`, batchId, state: 'queued' }));
    expect(await copy.write('batchItems', stored(...rows), known)).toBe(2);
    const found: Record<string, unknown> = {};
    for await (const { bson } of copy.read('batchItems')) {
      const { _id, state, delivery } = mongo.BSON.deserialize(bson);
      found[_id] = [state, delivery];
    }
    expect(found).toEqual({ 'b1:0': ['queued', undefined], 'b2:0': ['failed', 'unknown'] });
    await copy.close();
  });

  it('removes the data of a deleted organization again, of which it may hold some', async () => {
    const copy = await openDatabaseCopy({ url });
    const deletion = { at: moment(1), by: 'u', until: moment(2), removingSince: moment(3) };
    const row = { _id: newId(), nameKey: 'x', deletion: { ...deletion, removedAt: moment(4) } };
    await copy.write('tenants', stored(row), { ids: new Set(), mail: new Set() });
    const found = [];
    for await (const { bson } of copy.read('tenants')) found.push(mongo.BSON.deserialize(bson).deletion);
    expect(found).toEqual([deletion]);
    await copy.close();
  });

  it('completes an erasure that was running, and lets one from after it be made again', async () => {
    const { store, url: from } = await testDatabase();
    const tenantId = newId();
    const add = async () => {
      const { _id: studentId } = await store.students.create(tenantId, buildStudent());
      const certificate = buildCertificate({ studentId });
      await store.certificates.issue(tenantId, [certificate]);
      return { studentId, certId: certificate._id };
    };
    const [running, later] = [await add(), await add()];
    const source = await openDatabaseCopy({ url: from });
    const copied = async (name: 'students' | 'certificates' | 'erasures' | 'erasedCertificates') => {
      const rows: object[] = [];
      for await (const { bson } of source.read(name)) {
        const row = mongo.BSON.deserialize(bson, { promoteValues: false });
        if (String(row.tenantId) === tenantId) rows.push(row);
      }
      return [name, rows] as const;
    };
    await store.erasures.begin(tenantId, running.studentId);
    // In the order of a backup; the records go while it runs.
    const records = [await copied('students'), await copied('certificates')];
    await store.erasures.eraseRecords(tenantId, running.studentId);
    const erasing = [await copied('erasures'), await copied('erasedCertificates')];
    await source.close();
    await store.erasures.begin(tenantId, later.studentId);
    await store.erasures.eraseRecords(tenantId, later.studentId);

    const copy = await openDatabaseCopy({ url });
    for (const [name, rows] of [...records, ...erasing])
      await copy.write(name, stored(...rows), { ids: new Set(), mail: new Set() });
    await copy.close();
    const restored = await openStore({ url });
    const left = async ({ studentId, certId }: typeof running) => [
      ...[(await restored.students.get(tenantId, studentId)) !== null],
      ...[(await restored.certificates.get(tenantId, certId)) !== null],
      (await restored.erasures.acrossTenants.byCertId(certId)) !== null,
    ];
    expect([await left(running), await left(later)]).toEqual([
      [true, true, true],
      [true, true, false],
    ]);
    const due = await restored.erasures.acrossTenants.due({ limit: 10, leaseMs: 60_000 });
    expect(due.map(({ _id }) => _id)).toEqual([running.studentId]);
    await restored.erasures.begin(tenantId, later.studentId);
    for (const one of [running, later]) {
      await restored.erasures.eraseRecords(tenantId, one.studentId);
      expect(await left(one)).toEqual([false, false, true]);
    }
    await restored.close();
  });
});
