import { describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

export function describeUpdates(server: TestServer): void {
  describe('updates', () => {
    let serial = 0;
    const changed = async (
      before: object,
      update: object,
      options: object = {},
      filter: object = {},
    ): Promise<unknown> => {
      const collection = server.db.collection<{ _id: number }>('updates');
      const _id = ++serial;
      await collection.insertOne({ _id, ...before });
      await collection.updateOne({ _id, ...filter }, update as never, options);
      const { _id: _, ...after } = (await collection.findOne({ _id }))!;
      return after;
    };

    it.each([
      ['$set', { a: 1 }, { $set: { 'b.c': 2 } }, { a: 1, b: { c: 2 } }],
      ['$unset', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
      ['$inc', { a: 1 }, { $inc: { a: 2, b: -1 } }, { a: 3, b: -1 }],
      ['$mul', { a: 3 }, { $mul: { a: 2 } }, { a: 6 }],
      ['$min and $max', { a: 3, b: 3 }, { $min: { a: 1 }, $max: { b: 9 } }, { a: 1, b: 9 }],
      ['$rename', { a: 1 }, { $rename: { a: 'z' } }, { z: 1 }],
      ['$push', { l: [1] }, { $push: { l: 2 } }, { l: [1, 2] }],
      [
        '$push each, sort, slice',
        { l: [5] },
        { $push: { l: { $each: [3, 9], $sort: 1, $slice: 2 } } },
        { l: [3, 5] },
      ],
      ['$addToSet', { l: [1] }, { $addToSet: { l: { $each: [1, 2] } } }, { l: [1, 2] }],
      ['$pull', { l: [1, 2, 3] }, { $pull: { l: { $gte: 2 } } }, { l: [1] }],
      ['$pullAll', { l: [1, 2, 1] }, { $pullAll: { l: [1] } }, { l: [2] }],
      ['$pop', { l: [1, 2] }, { $pop: { l: -1 } }, { l: [2] }],
      ['$bit', { a: 12 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
      ['an array element by place', { l: [1, 2] }, { $set: { 'l.1': 9 } }, { l: [1, 9] }],
      [
        'a pipeline',
        { a: 2, b: 3 },
        [{ $set: { c: { $add: ['$a', '$b'] } } }, { $unset: 'a' }],
        { b: 3, c: 5 },
      ],
    ])('apply %s', async (_, before, update, after) => {
      expect(await changed(before, update)).toEqual(after);
    });

    it('update the matched array element, and those that an array filter selects', async () => {
      expect(await changed({ l: [{ k: 1 }, { k: 2 }] }, { $set: { 'l.$.v': 1 } }, {}, { 'l.k': 2 })).toEqual({
        l: [{ k: 1 }, { k: 2, v: 1 }],
      });
      const options = { arrayFilters: [{ 'e.k': { $gt: 1 } }] };
      expect(
        await changed({ l: [{ k: 1 }, { k: 2 }, { k: 3 }] }, { $inc: { 'l.$[e].k': 10 } }, options),
      ).toEqual({
        l: [{ k: 1 }, { k: 12 }, { k: 13 }],
      });
      expect(await changed({ l: [1, 2] }, { $mul: { 'l.$[]': 2 } })).toEqual({ l: [2, 4] });
    });

    it('store the time of the server', async () => {
      const after = (await changed({}, { $currentDate: { at: true } })) as { at: Date };
      expect(Math.abs(after.at.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('report the matched, modified and upserted counts', async () => {
      const c = server.db.collection<{ _id: number; a?: number; b?: number }>('reports');
      await c.insertMany([
        { _id: 1, a: 1 },
        { _id: 2, a: 1 },
        { _id: 3, a: 2 },
      ]);
      const many = await c.updateMany({ a: 1 }, { $set: { a: 2 } });
      expect([many.matchedCount, many.modifiedCount, many.upsertedCount]).toEqual([2, 2, 0]);
      const same = await c.updateMany({}, { $set: { a: 2 } });
      expect([same.matchedCount, same.modifiedCount]).toEqual([3, 0]);
      const made = await c.updateOne(
        { _id: 9, a: 5 },
        { $set: { b: 1 }, $setOnInsert: { c: 2 } },
        { upsert: true },
      );
      expect([made.matchedCount, made.upsertedCount, made.upsertedId]).toEqual([0, 1, 9]);
      expect(await c.findOne({ _id: 9 })).toEqual({ _id: 9, a: 5, b: 1, c: 2 });
      const replaced = await c.replaceOne({ _id: 9 }, { b: 7 });
      expect(replaced.modifiedCount).toBe(1);
      expect(await c.findOne({ _id: 9 })).toEqual({ _id: 9, b: 7 });
      expect((await c.deleteOne({ a: 2 })).deletedCount).toBe(1);
      expect((await c.deleteMany({})).deletedCount).toBe(3);
    });

    it('find and modify in one step, returning the document before or after', async () => {
      const c = server.db.collection<{ _id: number; n?: number; by?: string }>('claims');
      await c.insertMany([
        { _id: 1, n: 3 },
        { _id: 2, n: 1 },
      ]);
      expect(await c.findOneAndUpdate({}, { $inc: { n: 10 } }, { sort: { n: 1 } })).toEqual({ _id: 2, n: 1 });
      const after = await c.findOneAndUpdate({ _id: 2 }, { $set: { by: 'x' } }, { returnDocument: 'after' });
      expect(after).toEqual({ _id: 2, n: 11, by: 'x' });
      const options = { upsert: true, returnDocument: 'after', projection: { _id: 0 } } as const;
      expect(await c.findOneAndUpdate({ _id: 5 }, { $inc: { n: 1 } }, options)).toEqual({ n: 1 });
      expect(await c.findOneAndReplace({ _id: 5 }, { by: 'y' })).toEqual({ _id: 5, n: 1 });
      expect(await c.findOneAndDelete({ _id: 5 })).toEqual({ _id: 5, by: 'y' });
      expect(await c.findOneAndDelete({ _id: 5 })).toBeNull();
      expect(await c.findOneAndUpdate({ _id: 99 }, { $set: { n: 1 } })).toBeNull();
    });

    it.each([
      [66, { a: 1 }, { $set: { _id: -1 } }],
      [14, { a: 'text' }, { $inc: { a: 1 } }],
      [40, { a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }],
      [9, { a: 1 }, { $unheard: { a: 1 } }],
      [2, { a: 1 }, { $push: { a: 1 } }],
      [28, { a: 1 }, { $set: { 'a.b': 1 } }],
    ])('fail with code %i for %j and %j', async (code, before, update) => {
      expect((await errorOf(changed(before, update))).code).toBe(code);
    });
  });
}
