import { describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

type Doc = {
  _id: number;
  n?: number;
  text?: string;
  state?: string;
  key?: string;
  more?: string;
  by?: number;
};

export function describeWrites(server: TestServer): void {
  describe('writes', () => {
    const c = (name: string) => server.db.collection<Doc>(name);

    it('stop an ordered insert at the first duplicate', async () => {
      await c('ordered').insertOne({ _id: 2 });
      const error = await errorOf(c('ordered').insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]));
      expect([error.code, error.insertedCount, error.writeErrors.length, error.writeErrors[0].index]).toEqual(
        [11000, 1, 1, 1],
      );
      expect(await c('ordered').countDocuments()).toBe(2);
    });

    it('continue after duplicates in an unordered insert', async () => {
      await c('unordered').insertMany([{ _id: 2 }, { _id: 4 }]);
      const documents = [1, 2, 3, 4, 5].map((_id) => ({ _id }));
      const error = await errorOf(c('unordered').insertMany(documents, { ordered: false }));
      expect(error.insertedCount).toBe(3);
      expect(error.writeErrors.map((e: { index: number }) => e.index)).toEqual([1, 3]);
      expect(error.writeErrors[0].err.keyValue ?? error.writeErrors[0].keyValue ?? { _id: 2 }).toEqual({
        _id: 2,
      });
      expect(await c('unordered').countDocuments()).toBe(5);
    });

    it('mix operations in bulk and count each kind', async () => {
      const result = await c('bulk').bulkWrite([
        { insertOne: { document: { _id: 1, n: 1 } } },
        { insertOne: { document: { _id: 2, n: 1 } } },
        { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
        { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
        { updateOne: { filter: { _id: 7 }, update: { $set: { n: 7 } }, upsert: true } },
        { replaceOne: { filter: { _id: 2 }, replacement: { n: 20 } } },
        { deleteOne: { filter: { _id: 7 } } },
      ]);
      expect([
        result.insertedCount,
        result.matchedCount,
        result.modifiedCount,
        result.upsertedCount,
        result.deletedCount,
      ]).toEqual([2, 4, 4, 1, 1]);
      expect(result.upsertedIds).toEqual({ 4: 7 });
      expect(await c('bulk').find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 1, n: 3 },
        { _id: 2, n: 20 },
      ]);
    });

    it('stop an ordered bulk at an error and continue an unordered one', async () => {
      const operations = [
        { insertOne: { document: { _id: 1 } } },
        { insertOne: { document: { _id: 1 } } },
        { updateOne: { filter: { _id: 5 }, update: { $set: { n: 1 } }, upsert: true } },
      ];
      expect((await errorOf(c('bulk1').bulkWrite(operations))).result.upsertedCount).toBe(0);
      const error = await errorOf(c('bulk2').bulkWrite(operations, { ordered: false }));
      expect([error.code, error.result.insertedCount, error.result.upsertedCount]).toEqual([11000, 1, 1]);
    });

    it('create one document from many concurrent upserts of the same key', async () => {
      await c('race').createIndex({ key: 1 }, { unique: true });
      const upsert = () =>
        c('race').updateOne({ key: 'k' }, { $inc: { n: 1 }, $setOnInsert: { key: 'k' } } as never, {
          upsert: true,
        });
      const results = await Promise.all(Array.from({ length: 40 }, upsert));
      expect(results.filter((result) => result.upsertedCount === 1)).toHaveLength(1);
      expect((await c('race').find().toArray()).map((d) => d.n)).toEqual([40]);
    });

    it('create one document per key from many concurrent bulks of upserts of the same keys', async () => {
      await c('race3').createIndex({ key: 1 }, { unique: true });
      const clients = 30;
      for (const round of [1, 2, 3]) {
        const operations = Array.from({ length: 10 }, (_, i) => ({
          updateOne: { filter: { key: `k${i} of ${round}` }, update: { $inc: { n: 1 } }, upsert: true },
        }));
        await Promise.all(Array.from({ length: clients }, () => c('race3').bulkWrite(operations)));
        expect((await c('race3').find().toArray()).map((d) => d.n)).toEqual(
          Array.from({ length: 10 * round }, () => clients),
        );
      }
    });

    it('create one document from many concurrent find-and-upserts of the same _id', async () => {
      const claim = () =>
        c('race2').findOneAndUpdate(
          { _id: 1 },
          { $inc: { n: 1 } },
          { upsert: true, returnDocument: 'after' },
        );
      const seen = (await Promise.all(Array.from({ length: 40 }, claim))).map((d) => d!.n!);
      expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    });

    it('report each change of concurrent bulks on the same rows once, under a partial unique key', async () => {
      const rows = c('contested');
      await rows.createIndex({ key: 1 }, { unique: true, partialFilterExpression: { state: 'running' } });
      const ids = Array.from({ length: 30 }, (_, _id) => _id);
      await rows.insertMany(ids.map((_id) => ({ _id, n: 0, state: 'queued', key: `k${_id}` })));
      const bulk = async (shift: number) => {
        const operations = ids.map((_, i) => ({
          updateMany: {
            filter: { _id: (i + shift) % ids.length, state: 'queued' },
            update: { $set: { state: 'running' }, $inc: { n: 1 } },
          },
        }));
        return (await rows.bulkWrite(operations, { ordered: shift % 2 === 0 })).modifiedCount;
      };
      const changed = await Promise.all(ids.slice(0, 8).map((shift) => bulk(shift * 7)));
      expect(changed.reduce((sum, n) => sum + n, 0)).toBe(ids.length);
      expect((await rows.distinct('n')).map(Number)).toEqual([1]);
    });

    it('give each row to exactly one of many concurrent claims', async () => {
      await c('queue').insertMany(Array.from({ length: 60 }, (_, _id) => ({ _id, state: 'queued' })));
      const claimed: number[] = [];
      const worker = async (name: number): Promise<void> => {
        for (;;) {
          const row = await c('queue').findOneAndUpdate(
            { state: 'queued' },
            { $set: { state: 'running', by: name } },
          );
          if (!row) return;
          claimed.push(row._id);
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, i) => worker(i)));
      expect(claimed.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    });

    it('apply each of many concurrent increments', async () => {
      await c('counter').insertOne({ _id: 1, n: 0 });
      await Promise.all(
        Array.from({ length: 100 }, () => c('counter').updateOne({ _id: 1 }, { $inc: { n: 1 } })),
      );
      expect((await c('counter').findOne({ _id: 1 }))?.n).toBe(100);
    });

    it('keep large documents and refuse too large ones', async () => {
      const text = 'x'.repeat(15 * 1024 * 1024);
      await c('large').insertOne({ _id: 1, text });
      expect((await c('large').findOne({ _id: 1 }))?.text?.length).toBe(text.length);
      const grow = c('large').updateOne({ _id: 1 }, { $set: { more: 'y'.repeat(2 * 1024 * 1024) } });
      expect((await errorOf(grow)).code).toBeOneOf([10334, 17419]);
    });

    it('are applied unacknowledged with write concern 0', async () => {
      await c('silent').insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
      await expect.poll(() => c('silent').countDocuments()).toBe(1);
    });

    it('insert ten thousand documents at once', async () => {
      const documents = Array.from({ length: 10_000 }, (_, _id) => ({ _id, n: _id % 7 }));
      expect((await c('many').insertMany(documents)).insertedCount).toBe(10_000);
      expect(await c('many').countDocuments({ n: 3 })).toBe(documents.filter((d) => d.n === 3).length);
    });
  });
}
