import { Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

// A driver that gets no reply sends a write again with the same number. These commands are sent directly, because the
// driver hides its retries.
export function describeRetries(server: TestServer): void {
  describe('retryable writes', () => {
    // A separate client, so that its pooled sessions have no write numbers of the driver.
    let own: MongoClient;
    let number = 0;
    const twice = async (command: object): Promise<[Record<string, unknown>, Record<string, unknown>]> => {
      const session = own.startSession();
      const spec = { ...command, lsid: session.id, txnNumber: Long.fromNumber(++number) };
      const send = async () => await own.db(server.db.databaseName).command(spec as never, { session });
      const answers: [Record<string, unknown>, Record<string, unknown>] = [await send(), await send()];
      await session.endSession();
      return answers;
    };
    const c = () => server.db.collection<{ _id: number; n?: number }>('retried');
    beforeAll(async () => {
      own = await MongoClient.connect(server.url);
      await c().insertMany([
        { _id: 1, n: 0 },
        { _id: 2, n: 0 },
        { _id: 3, n: 0 },
      ]);
    });

    afterAll(() => own?.close());

    it.each([
      ['an insert', { insert: 'retried', documents: [{ _id: 10 }] }],
      ['an insert of several', { insert: 'retried', documents: [{ _id: 11 }, { _id: 12 }] }],
      ['an update', { update: 'retried', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }],
      [
        'several updates',
        {
          update: 'retried',
          updates: [
            { q: { _id: 2 }, u: { $inc: { n: 1 } } },
            { q: { _id: 1 }, u: { $inc: { n: 1 } } },
          ],
        },
      ],
      [
        'an upsert',
        { update: 'retried', updates: [{ q: { _id: 20 }, u: { $inc: { n: 1 } }, upsert: true }] },
      ],
      ['a delete', { delete: 'retried', deletes: [{ q: { n: 0, _id: 3 }, limit: 1 }] }],
    ])('apply %s once and return the same reply', async (_, command) => {
      const [first, second] = await twice(command);
      expect([second.n, second.nModified]).toEqual([first.n, first.nModified]);
      expect(second.writeErrors).toBeUndefined();
    });

    it('have applied each change once', async () => {
      expect(await c().find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 1, n: 2 },
        { _id: 2, n: 1 },
        { _id: 10 },
        { _id: 11 },
        { _id: 12 },
        { _id: 20, n: 1 },
      ]);
    });

    it('apply a find-and-modify once and return the same document', async () => {
      const [first, second] = await twice({
        findAndModify: 'retried',
        query: { _id: 2 },
        update: { $inc: { n: 5 } },
        new: true,
      });
      expect([first.value, second.value]).toEqual([
        { _id: 2, n: 6 },
        { _id: 2, n: 6 },
      ]);
    });

    it('apply several updates once that another writer blocked', async () => {
      const rows = server.db.collection<{ _id: number; n: number }>('held_up');
      await rows.insertMany([1, 2, 3].map((_id) => ({ _id, n: 0 })));
      const session = server.client.startSession();
      session.startTransaction();
      await rows.updateOne({ _id: 2 }, { $inc: { n: 10 } }, { session });
      const updates = [1, 2, 3].map((_id) => ({ q: { _id }, u: { $inc: { n: 1 } } }));
      const both = twice({ update: 'held_up', updates });
      await expect.poll(async () => (await rows.findOne({ _id: 1 }))?.n).toBe(1);
      await session.commitTransaction();
      await session.endSession();
      const [first, second] = await both;
      expect([first.n, first.nModified, second.n, second.nModified]).toEqual([3, 3, 3, 3]);
      expect((await rows.find().sort({ _id: 1 }).toArray()).map((row) => row.n)).toEqual([1, 11, 1]);
    });

    it('return the same reply with its errors', async () => {
      const [first, second] = await twice({
        insert: 'retried',
        documents: [{ _id: 30 }, { _id: 30 }, { _id: 31 }],
        ordered: false,
      }).catch((error) => [error, error] as never);
      const codes = (answer: Record<string, unknown>) =>
        (answer.writeErrors as { index: number; code: number }[]).map((e) => [e.index, e.code]);
      expect(codes(first)).toEqual([[1, 11000]]);
      expect(codes(second)).toEqual([[1, 11000]]);
      expect(await c().countDocuments({ _id: { $gte: 30 } })).toBe(2);
    });

    it('refuse a command without a database or with an unknown name', async () => {
      expect((await errorOf(server.db.command({ unheard: 1 }))).code).toBe(59);
    });
  });
}
