import type { ClientSession, Collection } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

type Account = { _id: number; n: number };

export function describeTransactions(server: TestServer): void {
  describe('transactions', () => {
    const accounts = () => server.db.collection<Account>('accounts');
    const balance = async (id: number) => (await accounts().findOne({ _id: id }))?.n;
    const inSession = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
      const session = server.client.startSession();
      try {
        return await work(session);
      } finally {
        await session.endSession();
      }
    };
    beforeAll(async () => {
      await accounts().insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id, n: 100 })));
    });

    it('see their own changes at once, and others see them after the commit', async () => {
      await inSession(async (session) => {
        session.startTransaction();
        await accounts().updateOne({ _id: 0 }, { $inc: { n: -30 } }, { session });
        await accounts().updateOne({ _id: 1 }, { $inc: { n: 30 } }, { session });
        expect((await accounts().findOne({ _id: 0 }, { session }))?.n).toBe(70);
        expect(await balance(0)).toBe(100);
        await session.commitTransaction();
      });
      expect([await balance(0), await balance(1)]).toEqual([70, 130]);
    });

    it('change nothing when they are aborted or their session ends', async () => {
      await inSession(async (session) => {
        session.startTransaction();
        await accounts().insertOne({ _id: 50, n: 1 }, { session });
        await session.abortTransaction();
        session.startTransaction();
        await accounts().insertOne({ _id: 51, n: 1 }, { session });
      });
      expect(await accounts().countDocuments({ _id: { $gte: 50 } })).toBe(0);
    });

    it('read one snapshot from their first read on', async () => {
      await inSession(async (session) => {
        session.startTransaction();
        const before = await accounts().findOne({ _id: 2 }, { session });
        await accounts().updateOne({ _id: 2 }, { $set: { n: 555 } });
        expect(await accounts().findOne({ _id: 2 }, { session })).toEqual(before);
        await session.commitTransaction();
      });
      expect(await balance(2)).toBe(555);
    });

    it('fail at a write conflict with the label for a retry', async () => {
      await inSession(async (first) =>
        inSession(async (second) => {
          first.startTransaction();
          second.startTransaction();
          await accounts().updateOne({ _id: 3 }, { $inc: { n: 1 } }, { session: first });
          const error = await errorOf(
            accounts().updateOne({ _id: 3 }, { $inc: { n: 1 } }, { session: second }),
          );
          expect(error.code).toBe(112);
          expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
          await first.commitTransaction();
          await second.abortTransaction();
        }),
      );
      expect(await balance(3)).toBe(101);
    });

    it('all succeed when they are retried as the label says', async () => {
      const move = () =>
        inSession((session) =>
          session.withTransaction(async () => {
            const from = await accounts().findOne({ _id: 4 }, { session });
            await accounts().updateOne({ _id: 4 }, { $set: { n: from!.n - 1 } }, { session });
            await accounts().updateOne({ _id: 5 }, { $inc: { n: 1 } }, { session });
          }),
        );
      await Promise.all(Array.from({ length: 12 }, move));
      expect([await balance(4), await balance(5)]).toEqual([88, 112]);
    });

    it('are aborted by a duplicate key, and the session can begin another', async () => {
      await inSession(async (session) => {
        session.startTransaction();
        await accounts().updateOne({ _id: 6 }, { $set: { n: 0 } }, { session });
        expect((await errorOf(accounts().insertOne({ _id: 6, n: 1 }, { session }))).code).toBe(11000);
        const after = await errorOf(accounts().findOne({ _id: 6 }, { session }));
        expect([after.code, after.hasErrorLabel('TransientTransactionError')]).toEqual([251, true]);
        await session.abortTransaction();
        await session.withTransaction(async () => {
          await accounts().updateOne({ _id: 6 }, { $set: { n: 7 } }, { session });
        });
      });
      expect(await balance(6)).toBe(7);
    });

    it('create collections, in concurrent transactions', async () => {
      const make = (_id: number) =>
        inSession((session) =>
          session.withTransaction(async () => {
            await server.db.collection<Account>('made_inside').insertOne({ _id, n: 1 }, { session });
          }),
        );
      await Promise.all([1, 2, 3, 4].map(make));
      expect(await server.db.collection('made_inside').countDocuments()).toBe(4);
    });

    it.each<[string, (later: Collection<Account>, session: ClientSession) => Promise<unknown>]>([
      ['insert', (later, session) => later.insertOne({ _id: 1, n: 1 }, { session })],
      [
        'upsert',
        (later, session) => later.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true, session }),
      ],
      [
        'find_and_upsert',
        (later, session) => later.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true, session }),
      ],
    ])('write to a collection that was created after their first read: %s', async (name, write) => {
      const later = server.db.collection<Account>(`made_later_${name}`);
      await inSession((session) =>
        session.withTransaction(async () => {
          await accounts().findOne({ _id: 0 }, { session });
          await write(later, session);
        }),
      );
      expect(await later.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
    });

    it('read with cursors of many batches and aggregate', async () => {
      await inSession(async (session) => {
        session.startTransaction();
        await accounts().insertMany(
          Array.from({ length: 300 }, (_, i) => ({ _id: 1_000 + i, n: 1 })),
          { session },
        );
        const found = await accounts()
          .find({ _id: { $gte: 1_000 } }, { session, batchSize: 50 })
          .sort({ _id: 1 })
          .toArray();
        expect(found.map((d) => d._id)).toEqual(Array.from({ length: 300 }, (_, i) => 1_000 + i));
        const [sum] = await accounts()
          .aggregate([{ $match: { _id: { $gte: 1_000 } } }, { $group: { _id: 1, n: { $sum: '$n' } } }], {
            session,
          })
          .toArray();
        expect(sum).toEqual({ _id: 1, n: 300 });
        await session.abortTransaction();
      });
    });

    it('may be committed twice, and not after an abort', async () => {
      await inSession(async (session) => {
        session.startTransaction();
        await accounts().updateOne({ _id: 7 }, { $inc: { n: 1 } }, { session });
        await session.commitTransaction();
        await session.commitTransaction();
      });
      expect(await balance(7)).toBe(101);
    });
  });
}
