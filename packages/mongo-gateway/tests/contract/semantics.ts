import { describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

// Cases in which DocumentDB differs from MongoDB and the gateway corrects or refuses the result.
export function describeSemantics(server: TestServer): void {
  describe('answers', () => {
    let serial = 0;
    const fresh = async (documents: object[]) => {
      const c = server.db.collection<{ _id: unknown }>(`semantics${++serial}`);
      if (documents.length > 0) await c.insertMany(documents as never);
      return c;
    };
    const run = async (documents: object[], pipeline: object[]) =>
      await (await fresh(documents)).aggregate(pipeline as never).toArray();

    it('of $count over no documents are empty, at every position', async () => {
      const nothing = [{ $match: { a: 1 } }, { $count: 'n' }];
      const one = [{ _id: 1 }];
      expect(await run(one, nothing)).toEqual([]);
      expect(await run(one, [{ $facet: { all: [{ $count: 'n' }], none: nothing } }])).toEqual([
        { all: [{ n: 1 }], none: [] },
      ]);
      const from = (await fresh(one)).collectionName;
      expect(await run(one, [{ $lookup: { from, pipeline: nothing, as: 'r' } }])).toEqual([
        { _id: 1, r: [] },
      ]);
      expect(await run(one, [{ $unionWith: { coll: from, pipeline: nothing } }])).toEqual(one);
      const view = await server.db.createCollection(`${from}_view`, { viewOn: from, pipeline: nothing });
      expect(await view.find().toArray()).toEqual([]);
    });

    it('of $group omit missing fields from a compound key, distinct from null', async () => {
      const group = { $group: { _id: { x: '$a', in: { y: '$z', w: 1 } }, n: { $sum: 1 } } };
      const groups = await run([{ _id: 1, a: null }, { _id: 2 }, { _id: 3 }], [group, { $sort: { n: 1 } }]);
      expect(groups).toEqual([
        { _id: { x: null, in: { w: 1 } }, n: 1 },
        { _id: { in: { w: 1 } }, n: 2 },
      ]);
      expect(await run([{ _id: 1 }], [{ $group: { _id: { $arrayElemAt: [[1], 5] } } }])).toEqual([
        { _id: null },
      ]);
    });

    it('of $addToSet contain a stored null, and nothing for a missing field', async () => {
      const documents = [{ _id: 1 }, { _id: 2, a: 1 }];
      const set = { $addToSet: '$a' };
      expect(await run(documents, [{ $group: { _id: null, s: set } }])).toEqual([{ _id: null, s: [1] }]);
      const bucket = { $bucket: { groupBy: '$_id', boundaries: [0, 9], output: { s: set } } };
      expect(await run(documents, [bucket])).toEqual([{ _id: 0, s: [1] }]);
      const window = { $setWindowFields: { sortBy: { _id: 1 }, output: { s: set } } };
      expect((await run(documents, [window])).map(({ s }) => s)).toEqual([[1], [1]]);
      const withNull = await run([...documents, { _id: 3, a: null }], [{ $group: { _id: null, s: set } }]);
      expect(withNull[0]!.s).toHaveLength(2);
    });

    it('of count, find and countDocuments under a collation agree', async () => {
      const c = await fresh(['a', 'A', 'b', 'á', null, 1].map((w, _id) => ({ _id, w })));
      const collation = { locale: 'en', strength: 2 };
      for (const w of ['a', { $gt: 'a' }, { $in: ['A', 'B'] }, { $ne: 'a' }] as never[]) {
        const found = (await c.find({ w } as never, { collation }).toArray()).length;
        const { n } = await server.db.command({ count: c.collectionName, query: { w }, collation });
        expect([n, await c.countDocuments({ w } as never, { collation })]).toEqual([found, found]);
      }
      const { n } = await server.db.command({ count: c.collectionName, query: { w: 'a' }, collation });
      expect(n).toBe(2);
    });

    it('refuse an empty projection, a negative batch size and a positional update without a matching condition', async () => {
      const c = await fresh([{ _id: 1, a: 1, l: [1, 2] }]);
      expect((await errorOf(c.findOne({}, { projection: { a: {} } }))).code).toBe(51270);
      expect((await errorOf(server.db.command({ find: c.collectionName, batchSize: -1 }))).code).toBe(51024);
      const position = c.updateOne({ l: { $ne: 5 } } as never, { $set: { 'l.$': 9 } } as never);
      expect((await errorOf(position)).code).toBe(2);
      expect(await c.findOne()).toEqual({ _id: 1, a: 1, l: [1, 2] });
    });

    it('refuse in a transaction the commands that MongoDB refuses there', async () => {
      const c = await fresh([{ _id: 1 }]);
      const inTransaction = async (options: object, work: (session: never) => Promise<unknown>) => {
        const session = server.client.startSession();
        session.startTransaction(options);
        try {
          return (await errorOf(work(session as never))).code;
        } finally {
          await session.abortTransaction().catch(() => {});
          await session.endSession();
        }
      };
      const read = (session: never) => c.findOne({}, { session });
      expect(await inTransaction({ readConcern: { level: 'linearizable' } }, read)).toBe(72);
      for (const command of [
        { count: c.collectionName },
        { collStats: c.collectionName },
        { listCollections: 1 },
        { ping: 1 },
      ])
        expect(await inTransaction({}, (session) => server.db.command(command, { session }))).toBe(263);
      for (const stage of [{ $out: 'never_made' }, { $merge: 'never_made' }])
        expect(await inTransaction({}, (session) => c.aggregate([stage], { session }).toArray())).toBe(263);
      expect(await server.db.collection('never_made').countDocuments()).toBe(0);
    });
  });
}
