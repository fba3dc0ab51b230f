import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

export function describeIndexes(server: TestServer): void {
  describe('indexes', () => {
    const c = (name: string) => server.db.collection<{ _id?: number; [field: string]: unknown }>(name);
    // Created first and checked last, because a server deletes expired documents only periodically.
    const ttlMade = Date.now();
    beforeAll(async () => {
      await c('expiring').createIndex({ at: 1 }, { expireAfterSeconds: 1 });
      await c('expiring').insertMany([
        { _id: 1, at: new Date(0) },
        { _id: 2, at: new Date(Date.now() + 3_600_000) },
        { _id: 3 },
      ]);
    });

    it('enforce unique keys, with the key and its value in the error', async () => {
      await c('unique').createIndex({ email: 1 }, { unique: true });
      await c('unique').insertOne({ email: 'a' });
      const error = await errorOf(c('unique').insertOne({ email: 'a' }));
      expect(error.code).toBe(11000);
      expect(error.message).toMatch(
        /^E11000 duplicate key error collection: \S+\.unique index: email_1 dup key: \{ email: "a" \}/,
      );
      expect(error.keyPattern).toEqual({ email: 1 });
      expect(error.keyValue).toEqual({ email: 'a' });
      // An absent field counts as null, which may occur once.
      await c('unique').insertOne({ other: 1 });
      expect((await errorOf(c('unique').insertOne({ other: 2 }))).keyValue).toEqual({ email: null });
    });

    it('enforce compound unique keys', async () => {
      await c('compound').createIndex({ tenant: 1, number: 1 }, { unique: true });
      await c('compound').insertMany([
        { tenant: 1, number: 1 },
        { tenant: 1, number: 2 },
        { tenant: 2, number: 1 },
      ]);
      const error = await errorOf(c('compound').insertOne({ tenant: 2, number: 1 }));
      expect([error.code, error.keyPattern, error.keyValue]).toEqual([
        11000,
        { tenant: 1, number: 1 },
        { tenant: 2, number: 1 },
      ]);
    });

    it('enforce partial unique keys among matching documents, also when an update makes one match', async () => {
      const certificates = c('partial');
      const options = { unique: true, partialFilterExpression: { state: 'valid' } };
      await certificates.createIndex({ tenant: 1, student: 1 }, options);
      await certificates.insertMany([
        { _id: 1, tenant: 1, student: 1, state: 'valid' },
        { _id: 2, tenant: 1, student: 1, state: 'replaced' },
        { _id: 3, tenant: 1, student: 1, state: 'prepared' },
      ]);
      const turn = (id: number, state: string) => certificates.updateOne({ _id: id }, { $set: { state } });
      const error = await errorOf(turn(3, 'valid'));
      expect([error.code, error.keyPattern]).toEqual([11000, { tenant: 1, student: 1 }]);
      await turn(1, 'replaced');
      await turn(3, 'valid');
      expect(
        (await errorOf(certificates.findOneAndUpdate({ _id: 2 }, { $set: { state: 'valid' } }))).code,
      ).toBe(11000);
      expect(await certificates.countDocuments({ state: 'valid' })).toBe(1);
    });

    it('exclude documents without the field from a sparse unique key', async () => {
      await c('sparse').createIndex({ code: 1 }, { unique: true, sparse: true });
      await c('sparse').insertMany([{ a: 1 }, { a: 2 }, { code: 'x' }]);
      expect((await errorOf(c('sparse').insertOne({ code: 'x' }))).code).toBe(11000);
    });

    it('enforce a unique key over the array elements of different documents', async () => {
      await c('multikey').createIndex({ hosts: 1 }, { unique: true });
      await c('multikey').insertOne({ hosts: ['a', 'b'] });
      expect((await errorOf(c('multikey').insertOne({ hosts: ['c', 'b'] }))).code).toBe(11000);
    });

    it('are listed as they were requested', async () => {
      await c('listed').createIndexes([
        { key: { a: 1, b: -1 } },
        { key: { c: 1 }, name: 'own name', unique: true, partialFilterExpression: { c: { $exists: true } } },
        { key: { at: 1 }, expireAfterSeconds: 60 },
        { key: { s: 1 }, sparse: true },
      ]);
      const listed = await c('listed').listIndexes().toArray();
      expect(listed.map(({ v: _, ...index }) => index)).toEqual([
        { key: { _id: 1 }, name: '_id_' },
        { key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
        { key: { c: 1 }, name: 'own name', unique: true, partialFilterExpression: { c: { $exists: true } } },
        { key: { at: 1 }, name: 'at_1', expireAfterSeconds: 60 },
        { key: { s: 1 }, name: 's_1', sparse: true },
      ]);
    });

    it('can be created again, but not with other options or another key', async () => {
      await c('again').createIndex({ a: 1 });
      await c('again').createIndex({ a: 1 });
      expect((await errorOf(c('again').createIndex({ a: 1 }, { unique: true }))).code).toBe(86);
      expect((await errorOf(c('again').createIndex({ a: 1 }, { name: 'other' }))).code).toBe(85);
      expect((await errorOf(c('again').createIndex({ b: 1 }, { name: 'a_1' }))).code).toBe(86);
    });

    it('are not created over documents that violate them', async () => {
      await c('broken').insertMany([{ a: 1 }, { a: 1 }]);
      expect((await errorOf(c('broken').createIndex({ a: 1 }, { unique: true }))).code).toBe(11000);
      expect((await c('broken').listIndexes().toArray()).length).toBe(1);
    });

    it('are dropped by name, and only once', async () => {
      await c('dropped').createIndex({ a: 1 });
      await c('dropped').dropIndex('a_1');
      expect((await errorOf(c('dropped').dropIndex('a_1'))).code).toBe(27);
      expect((await errorOf(server.db.collection('nowhere').listIndexes().toArray())).code).toBe(26);
    });

    it('are created by concurrent clients without an error', async () => {
      const make = () => c('together').createIndexes([{ key: { a: 1 } }, { key: { b: 1 }, unique: true }]);
      await Promise.all(Array.from({ length: 8 }, make));
      expect((await c('together').listIndexes().toArray()).length).toBe(3);
    });

    it('delete expired documents, and only those', async () => {
      const expiring = c('expiring');
      while (await expiring.findOne({ _id: 1 })) {
        if (Date.now() - ttlMade > 140_000) throw new Error('an expired document is still there');
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      expect((await expiring.find().sort({ _id: 1 }).toArray()).map((d) => d._id)).toEqual([2, 3]);
    });
  });
}
