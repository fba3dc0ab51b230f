import { type Document, MaxKey, MinKey, Timestamp } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

// Features of MongoDB that the gateway does not support: it must refuse them by name instead of doing something else.
export function describeRefusals(server: TestServer): void {
  describe('what is not supported', () => {
    const refused = () => server.db.collection('refused');
    const empty = new Timestamp({ t: 0, i: 0 });
    it.each([
      ['change streams', '$changeStream', () => server.db.collection('students').watch().next()],
      [
        'capped collections',
        'capped',
        () => server.db.createCollection('capped', { capped: true, size: 1_000 }),
      ],
      [
        'time series',
        'timeseries',
        () => server.db.createCollection('series', { timeseries: { timeField: 't' } }),
      ],
      [
        'tailable cursors',
        'tailable',
        () => server.db.collection('students').find({}, { tailable: true }).toArray(),
      ],
      ['$where', '$where', () => server.db.collection('students').find({ $where: 'true' }).toArray()],
      ['explain', 'explain', () => server.db.collection('students').find().explain()],
      [
        'a collation on an index',
        'collation',
        () => server.db.collection('students').createIndex({ a: 1 }, { collation: { locale: 'es' } }),
      ],
      [
        'a descending unique key',
        'not ascending',
        () => server.db.collection('students').createIndex({ a: -1 }, { unique: true }),
      ],
      ['map-reduce', 'mapReduce', () => server.db.command({ mapReduce: 'students' })],
      ['authentication', 'saslStart', () => server.db.command({ saslStart: 1 })],
      [
        'inserting a null _id',
        '_id is null',
        () => server.db.command({ insert: 'refused', documents: [{ _id: null }] }),
      ],
      ['inserting an empty Timestamp', 'empty Timestamp', () => refused().insertOne({ at: empty })],
      [
        'setting an empty Timestamp',
        'empty Timestamp',
        () => refused().updateOne({ _id: 'x' as never }, { $set: { at: empty } }, { upsert: true }),
      ],
      [
        'replacing by an empty Timestamp',
        'empty Timestamp',
        () => refused().findOneAndReplace({}, { at: empty }, { upsert: true }),
      ],
      [
        'setting an empty Timestamp in a pipeline',
        'empty Timestamp',
        () => refused().updateMany({}, [{ $set: { at: empty } }]),
      ],
      [
        'a read at a cluster time outside a transaction',
        'snapshot read',
        () =>
          server.db.command({
            find: 'refused',
            readConcern: { level: 'majority', atClusterTime: new Timestamp({ t: 5, i: 1 }) },
          }),
      ],
      [
        'a snapshot read outside a transaction',
        'snapshot read',
        () => server.db.command({ find: 'refused', readConcern: { level: 'snapshot' } }),
      ],
      ['min of find', 'find with min', () => refused().find().hint({ _id: 1 }).min({ _id: 1 }).toArray()],
      ['max of find', 'find with max', () => refused().find().hint({ _id: 1 }).max({ _id: 1 }).toArray()],
      ['the reverse natural order', '$natural: -1', () => refused().find().hint({ $natural: -1 }).toArray()],
      [
        'the reverse natural order of a pipeline',
        '$natural: -1',
        () =>
          refused()
            .aggregate([{ $match: {} }], { hint: { $natural: -1 } })
            .toArray(),
      ],
      [
        'a commit quorum of two nodes',
        'commitQuorum of 2 nodes',
        () => refused().createIndex({ a: 1 }, { commitQuorum: 2 }),
      ],
      ['a text index without a language', 'default_language', () => refused().createIndex({ a: 'text' })],
      [
        'a text search that must ignore accents',
        '$diacriticSensitive',
        () =>
          refused()
            .find({ $text: { $search: 'x' } })
            .toArray(),
      ],
      [
        'the score of a text search',
        'textScore',
        () =>
          refused()
            .find({}, { projection: { score: { $meta: 'textScore' } } })
            .toArray(),
      ],
      [
        '$dateTrunc to days',
        '$dateTrunc with the unit day',
        () =>
          refused()
            .aggregate([{ $set: { at: { $dateTrunc: { date: '$$NOW', unit: 'day' } } } }])
            .toArray(),
      ],
      [
        'a comparison with MinKey',
        '$gt with MinKey',
        () =>
          refused()
            .find({ a: { $gt: new MinKey() } })
            .toArray(),
      ],
      [
        'a comparison with MaxKey in an expression',
        '$lt with MinKey',
        () =>
          refused()
            .aggregate([{ $match: { $expr: { $lt: ['$a', new MaxKey()] } } }])
            .toArray(),
      ],
      [
        '$pull by a bare regular expression',
        '$pull by a regular expression',
        () => refused().updateOne({}, { $pull: { l: /x/ } } as never),
      ],
      [
        'an update with hint',
        'update with hint',
        () => refused().updateOne({}, { $set: { a: 1 } }, { hint: '_id_' }),
      ],
      ['a delete with hint', 'delete with hint', () => refused().deleteOne({}, { hint: '_id_' })],
      [
        'a find-and-modify with hint',
        'findAndModify.hint',
        () => refused().findOneAndUpdate({}, { $set: { a: 1 } }, { hint: { _id: 1 } }),
      ],
    ])('is refused by name: %s', async (_, named, attempt) => {
      if (!server.isGateway) return;
      const error = await errorOf(attempt());
      expect(error.message).toContain(named);
      expect(error.code).toBeOneOf([2, 115]);
    });

    it.each([2, 3])('is refused by name: a write concern of %i nodes', async (w) => {
      if (!server.isGateway) return;
      const error = await errorOf(
        server.db.command({ insert: 'refused', documents: [{ w }], writeConcern: { w, wtimeout: 1 } }),
      );
      expect([error.code, error.message]).toEqual([100, expect.stringContaining(`write concern w: ${w}`)]);
      expect(await refused().countDocuments({ w })).toBe(0);
    });

    it.each<[what: string, code: number, command: Document]>([
      ['a named write concern', 79, { insert: 'refused', documents: [{ w: 9 }], writeConcern: { w: 'two' } }],
      ['a negative write concern', 9, { insert: 'refused', documents: [{ w: 9 }], writeConcern: { w: -1 } }],
      ['an unknown read concern', 9, { find: 'refused', readConcern: { level: 'sometime' } }],
      ['another version of the API', 322, { insert: 'refused', documents: [{ w: 9 }], apiVersion: '2' }],
    ])('is refused as MongoDB refuses it: %s', async (_, code, command) => {
      expect((await errorOf(server.db.command(command))).code).toBe(code);
      expect(await refused().countDocuments({ w: 9 })).toBe(0);
    });

    it('accepts a query for an empty Timestamp', async () => {
      const c = server.db.collection<{ _id: number; at?: Timestamp; n?: number }>('conditions');
      await c.insertOne({ _id: 1, at: new Timestamp({ t: 1, i: 1 }) });
      const { matchedCount } = await c.updateOne({ at: { $gt: empty } }, { $set: { n: 1 } });
      expect(matchedCount).toBe(1);
    });

    it('is refused by name: an array that holds an element twice under a unique index', async () => {
      if (!server.isGateway) return;
      const c = server.db.collection<{ _id: number; h: string[]; in?: number }>('repeated');
      await c.createIndex({ h: 1 }, { unique: true, partialFilterExpression: { in: 1 } });
      const twice = 'a unique index over an array that holds an element twice';
      const attempts = [
        () => c.insertOne({ _id: 1, h: ['a', 'a', 'b'], in: 1 }),
        () => c.updateOne({ _id: 2 }, { $push: { h: 'x' } }),
        () => c.findOneAndUpdate({ _id: 2 }, { $push: { h: 'x' } }),
      ];
      await c.insertMany([
        { _id: 2, h: ['x', 'y'], in: 1 },
        { _id: 3, h: ['z', 'z'] },
      ]);
      for (const attempt of attempts) {
        const error = await errorOf(attempt());
        expect([error.code, error.message]).toEqual([115, expect.stringContaining(twice)]);
      }
      expect((await errorOf(c.insertOne({ _id: 4, h: ['y'], in: 1 }))).code).toBe(11000);
      // Such an index is not created over a document that violates it either; without the index the document is
      // accepted.
      await c.dropIndex('h_1');
      await c.insertOne({ _id: 5, h: ['q', 'q'], in: 1 });
      expect((await errorOf(c.createIndex({ h: 1 }, { unique: true }))).code).toBe(115);
      expect(await c.listIndexes().toArray()).toHaveLength(1);
    });
  });
}
