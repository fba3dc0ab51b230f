import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId, openDatabaseCopy } from '../src/index.ts';
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
});
