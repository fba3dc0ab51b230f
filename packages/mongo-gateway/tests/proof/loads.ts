import { MongoServerError, ObjectId } from 'mongodb';
import { collectionOf, Increments, type Load, type RoundContext } from './load.ts';

interface Counter {
  _id: string;
  n?: number;
}

const DUPLICATE = 11000;

async function countersOf(rows: { find(): { toArray(): Promise<Counter[]> } }): Promise<Map<string, number>> {
  return new Map((await rows.find().toArray()).map((row) => [row._id, row.n ?? 0]));
}

/** Inserts, and increments of a counter per writer. */
function singles(context: RoundContext): Load {
  const rows = collectionOf<Counter>(context, 'singles');
  const counters = collectionOf<Counter>(context, 'counters');
  const inserted: string[] = [];
  const increments = new Increments();
  return {
    name: 'singles',
    prepare: async () => {},
    write: async (writer, turn) => {
      if (turn % 3 > 0) {
        const _id = `${writer}-${turn}`;
        await rows.insertOne({ _id });
        inserted.push(_id);
        return;
      }
      const _id = `writer${writer}`;
      const change = { $inc: { n: 1 } };
      await increments.during([_id], () => counters.updateOne({ _id }, change, { upsert: true }));
    },
    count: async () => {
      const there = await countersOf(rows);
      const counted = increments.compare(await countersOf(counters));
      const lost = inserted.filter((_id) => !there.has(_id)).length;
      return {
        ...counted,
        acknowledged: counted.acknowledged + inserted.length,
        lost: counted.lost + lost,
      };
    },
  };
}

/** Commands of several writes: inserts, and increments of which one counter is shared by all writers. */
function batches(context: RoundContext): Load {
  const rows = collectionOf<Counter>(context, 'batches');
  const counters = collectionOf<Counter>(context, 'batch_counters');
  const inserted: string[] = [];
  const increments = new Increments();
  return {
    name: 'batches',
    prepare: async () => {},
    write: async (writer, turn) => {
      if (turn % 2 === 0) {
        const ids = [0, 1, 2, 3, 4].map((index) => `${writer}-${turn}-${index}`);
        await rows.insertMany(ids.map((_id) => ({ _id })));
        inserted.push(...ids);
        return;
      }
      const ids = [`writer${writer}`, 'everybody', `other${writer}`];
      const update = { $inc: { n: 1 } };
      const operations = ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
      await increments.during(ids, () => counters.bulkWrite(operations));
    },
    count: async () => {
      const there = await countersOf(rows);
      const counted = increments.compare(await countersOf(counters));
      const lost = inserted.filter((_id) => !there.has(_id)).length;
      return {
        ...counted,
        acknowledged: counted.acknowledged + inserted.length,
        lost: counted.lost + lost,
      };
    },
  };
}

const ACCOUNTS = 12;

/**
 * Transactions that move one unit from an account to another and store a note. A difference between notes and accounts
 * is half a transaction and counts as lost.
 */
function transactions(context: RoundContext): Load {
  const accounts = collectionOf<Counter>(context, 'accounts');
  const notes = collectionOf<{ _id: ObjectId; move: string; from: string; to: string }>(context, 'notes');
  const moved: string[] = [];
  return {
    name: 'transactions',
    prepare: async () => {
      const all = Array.from({ length: ACCOUNTS }, (_, i) => ({ _id: `a${i}`, n: 0 }));
      await accounts.insertMany(all);
    },
    write: async (writer, turn) => {
      const move = `${writer}-${turn}`;
      const from = `a${(writer * 5 + turn) % ACCOUNTS}`;
      const to = `a${(writer * 5 + turn * 7 + 1) % ACCOUNTS}`;
      await context.client.withSession((session) =>
        session.withTransaction(async () => {
          await accounts.updateOne({ _id: from }, { $inc: { n: -1 } }, { session });
          await accounts.updateOne({ _id: to }, { $inc: { n: 1 } }, { session });
          // A new id for each attempt: if the transaction were executed twice, both notes would be stored.
          await notes.insertOne({ _id: new ObjectId(), move, from, to }, { session });
        }),
      );
      moved.push(move);
    },
    count: async () => {
      const noted = new Map<string, number>();
      const balances = await countersOf(accounts);
      for (const { move, from, to } of await notes.find().toArray()) {
        noted.set(move, (noted.get(move) ?? 0) + 1);
        balances.set(from, (balances.get(from) ?? 0) + 1);
        balances.set(to, (balances.get(to) ?? 0) - 1);
      }
      const halves = [...balances.values()].reduce((sum, left) => sum + Math.abs(left), 0);
      return {
        acknowledged: moved.length,
        lost: moved.filter((move) => !noted.has(move)).length + halves,
        doubled: [...noted.values()].reduce((sum, times) => sum + times - 1, 0),
      };
    },
  };
}

/**
 * Writers that concurrently insert and upsert the same unique keys. Each key must have one document, that of the writer
 * whose write was acknowledged; and one also when every writer got a duplicate key error.
 */
function uniqueRaces(context: RoundContext): Load {
  const rows = collectionOf<{ _id: string; key: number }>(context, 'races');
  const upserts = collectionOf<{ _id: ObjectId; key: string; n: number }>(context, 'upserts');
  const winners = new Map<number, string[]>();
  const losers = new Map<number, number>();
  const increments = new Increments();
  let attempts = 0;
  return {
    name: 'uniqueRaces',
    prepare: async () => {
      for (const each of [rows, upserts]) await each.createIndex({ key: 1 }, { unique: true });
    },
    write: async (writer, turn) => {
      const key = Math.floor(attempts++ / context.writers);
      if (key % 2 === 1) {
        const named = String(key);
        const update = { $inc: { n: 1 } };
        await increments.during([named], () => upserts.updateOne({ key: named }, update, { upsert: true }));
        return;
      }
      const _id = `${writer}-${turn}`;
      try {
        await rows.insertOne({ _id, key });
        winners.set(key, [...(winners.get(key) ?? []), _id]);
      } catch (error) {
        if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
        losers.set(key, (losers.get(key) ?? 0) + 1);
      }
    },
    count: async () => {
      const there = new Map<number, string[]>();
      for (const { _id, key } of await rows.find().toArray())
        there.set(key, [...(there.get(key) ?? []), _id]);
      const sums = new Map<string, number>();
      let doubled = [...there.values()].reduce((sum, ids) => sum + ids.length - 1, 0);
      for (const { key, n } of await upserts.find().toArray()) {
        if (sums.has(key)) doubled++;
        sums.set(key, (sums.get(key) ?? 0) + n);
      }
      const won = [...winners].flatMap(([key, ids]) => ids.map((_id) => ({ key, _id })));
      const counted = increments.compare(sums);
      return {
        acknowledged: counted.acknowledged + won.length,
        lost:
          counted.lost +
          won.filter(({ key, _id }) => !there.get(key)?.includes(_id)).length +
          [...losers.keys()].filter((key) => !there.has(key)).length,
        doubled: counted.doubled + doubled,
      };
    },
  };
}

export const LOADS = [singles, batches, transactions, uniqueRaces];
