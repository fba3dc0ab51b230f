import { Long } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

const COUNT = 10_500;

export function describeCursors(server: TestServer): void {
  describe('cursors', () => {
    const rows = () => server.db.collection<{ _id: number; n: number; text: string }>('rows');
    beforeAll(async () => {
      const documents = Array.from({ length: COUNT }, (_, _id) => ({
        _id,
        n: (_id * 7919) % COUNT,
        text: 'x'.repeat(50),
      }));
      await rows().insertMany(documents);
    });

    it.each([
      ['in the order of storage', {}, 1_000],
      ['sorted without an index', { n: 1 }, 777],
      ['sorted by the key, backwards', { _id: -1 }, 3_000],
    ])('return each of 10,500 documents once, %s', async (_, sort, batchSize) => {
      const cursor = rows()
        .find({}, { batchSize, projection: { text: 0 } })
        .sort(sort as never);
      const seen: { _id: number; n: number }[] = [];
      for await (const row of cursor) seen.push(row);
      expect(new Set(seen.map((row) => row._id)).size).toBe(COUNT);
      expect(seen).toHaveLength(COUNT);
      if ('n' in sort) expect(seen.every((row, i) => row.n === i)).toBe(true);
      if ('_id' in sort) expect(seen.every((row, i) => row._id === COUNT - 1 - i)).toBe(true);
    });

    it('return aggregation results in batches', async () => {
      const cursor = rows().aggregate([{ $match: { n: { $lt: 5_000 } } }, { $sort: { n: -1 } }], {
        batchSize: 500,
      });
      expect((await cursor.toArray()).map((row) => row.n)).toEqual(
        Array.from({ length: 5_000 }, (_, i) => 4_999 - i),
      );
    });

    it('are independent of each other', async () => {
      const [up, down] = [
        rows().find().sort({ _id: 1 }).batchSize(10),
        rows().find().sort({ _id: -1 }).batchSize(10),
      ];
      for (let i = 0; i < 35; i++) {
        expect((await up.next())!._id).toBe(i);
        expect((await down.next())!._id).toBe(COUNT - 1 - i);
      }
      await Promise.all([up.close(), down.close()]);
    });

    it('stay usable while their documents change', async () => {
      const c = server.db.collection<{ _id: number }>('shifting');
      await c.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id })));
      const cursor = c.find().sort({ _id: 1 }).batchSize(50);
      let count = 0;
      for await (const row of cursor) {
        await c.deleteOne({ _id: row._id });
        count++;
      }
      expect(count).toBe(500);
    });

    it('cannot be read after they are closed, or through other collections', async () => {
      const session = server.client.startSession();
      const command = async (spec: object) => await server.db.command(spec as never, { session });
      const first = async () => (await command({ find: 'rows', batchSize: 2 })).cursor.id as number;
      const id = Long.fromNumber(await first());
      expect((await errorOf(command({ getMore: id, collection: 'students' }))).code).toBe(13);
      expect(
        (await command({ getMore: id, collection: 'rows', batchSize: 3 })).cursor.nextBatch,
      ).toHaveLength(3);
      const killed = await command({ killCursors: 'rows', cursors: [id, Long.fromNumber(12345)] });
      expect([killed.cursorsKilled.map(String), killed.cursorsNotFound.map(String)]).toEqual([
        [String(id)],
        ['12345'],
      ]);
      expect((await errorOf(command({ getMore: id, collection: 'rows' }))).code).toBe(43);
      await session.endSession();
    });

    it('end at the limit, with one batch, and when nothing matches', async () => {
      expect(await rows().find().limit(5).batchSize(2).toArray()).toHaveLength(5);
      const single = await server.db.command({ find: 'rows', batchSize: 3, singleBatch: true });
      expect([single.cursor.firstBatch.length, Number(single.cursor.id)]).toEqual([3, 0]);
      expect(await rows().find({ n: -1 }).toArray()).toEqual([]);
      expect(await server.db.collection('absent').find().toArray()).toEqual([]);
    });

    it('return documents whose total size exceeds one message', async () => {
      const c = server.db.collection<{ _id: number; text: string }>('bulky');
      for (let _id = 0; _id < 5; _id++) await c.insertOne({ _id, text: String(_id).repeat(7 * 1024 * 1024) });
      const seen = await c.find().sort({ _id: 1 }).toArray();
      expect(seen.map((row) => [row._id, row.text.length])).toEqual(
        [0, 1, 2, 3, 4].map((i) => [i, 7 * 1024 * 1024]),
      );
    });

    it('stop at maxTimeMS', async () => {
      const pipeline = [{ $match: { $expr: { $eq: ['$n', '$$wanted'] } } }];
      const slow = rows().aggregate(
        [
          { $lookup: { from: 'rows', let: { wanted: '$text' }, pipeline, as: 'none' } },
          { $sort: { none: 1 } },
        ],
        { maxTimeMS: 50 },
      );
      expect((await errorOf(slow.toArray())).code).toBe(50);
    });
  });
}
