import { beforeAll, describe, expect, it } from 'vitest';
import { createBatches } from '../src/batches/repository.ts';
import { openTables } from '../src/database/tables.ts';
import { newId, type Store } from '../src/index.ts';
import { buildBatch, buildItems, buildStudent } from './builders.ts';
import { asDone, claimAll, leaseMs } from './claiming.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let batches: Store['batches'];
beforeAll(async () => {
  database = await testDatabase();
  batches = database.store.batches;
});

describe('claims', () => {
  it.each(['before', 'after'])(
    'whose rows are read %s it is written return them as it wrote them',
    async (when) => {
      const tenantId = newId();
      const tables = openTables(database.raw);
      const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(60) }));
      const [read, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const items: typeof tables.batchItems = {
        ...tables.batchItems,
        rows: {
          ...tables.batchItems.rows,
          async findJoined(...given) {
            if (when === 'after') await written.promise;
            const found = await tables.batchItems.rows.findJoined(...given);
            read.resolve();
            return found;
          },
        },
        async updateMany(...given) {
          if (when === 'before') await read.promise;
          const answer = await tables.batchItems.updateMany(...given);
          written.resolve();
          return answer;
        },
      };
      const ordered = createBatches(tables.batches, items, tables.students);
      const claim = (from: number) =>
        ordered.claimWithStudents(tenantId, _id, { from, to: from + 30 }, { owner: 'w', leaseMs });
      const [first, second] = [await claim(0), await claim(15)];
      expect(first.items.map((item) => item.index)).toEqual(Array.from({ length: 30 }, (_, index) => index));
      // Half of the range is held by the first.
      expect(second.items.map((item) => item.index)).toEqual(
        Array.from({ length: 15 }, (_, index) => index + 30),
      );
      const stored = (await batches.items(tenantId, _id)).items.slice(0, 45);
      expect([...first.items, ...second.items].map(({ student: _, ...item }) => item)).toEqual(stored);
      expect(await batches.finish(tenantId, _id, asDone(first.items))).toEqual({ held: 30, refused: 0 });
    },
  );

  it('that nobody releases are counted; a release undoes its claim, or all of them after an attempt', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(2) }));
    let now = new Date();
    const claimLater = async () => {
      now = new Date(now.getTime() + leaseMs + 1);
      return (await claimAll(batches, tenantId, _id, now)).items;
    };
    const counts = (items: readonly { unreleased?: number | undefined }[]) =>
      items.map((it) => it.unreleased);
    expect(counts(await claimLater())).toEqual([1, 1]);
    const [first, second] = await claimLater();
    await batches.release(tenantId, _id, [first!], 'now');
    await batches.release(tenantId, _id, [second!], now);
    const again = await claimLater();
    expect(counts(again)).toEqual([2, 1]);
  });

  it('count how often a row ended its process alone, unless the process lives, even if it lost the row', async () => {
    const tenantId = newId();
    const { _id } = await batches.create(tenantId, buildBatch({ items: buildItems(1) }));
    const claimAt = async (ms: number) => {
      const { items } = await claimAll(batches, tenantId, _id, new Date(Date.now() + ms));
      return items[0]!;
    };
    const first = await claimAt(0);
    expect(await batches.beginAlone(tenantId, _id, first)).toBe(true);
    const second = await claimAt(leaseMs + 1);
    expect(second.endedAlone).toBe(1);
    expect(await batches.beginAlone(tenantId, _id, first)).toBe(false);
    expect(await batches.beginAlone(tenantId, _id, second)).toBe(true);
    await batches.survivedAlone(tenantId, _id, first);
    const third = await claimAt(2 * leaseMs + 2);
    expect(third.endedAlone).toBe(0);
    await batches.beginAlone(tenantId, _id, third);
    await batches.release(tenantId, _id, [third], new Date(0));
    expect((await claimAt(0)).endedAlone).toBeUndefined();
  });

  it('with students return those of the organization as they are now', async () => {
    const tenantId = newId();
    const { students } = database.store;
    const [mine, deleted] = [
      await students.create(tenantId, buildStudent({ custom: { Group: 'B' } })),
      await students.create(tenantId, buildStudent()),
    ];
    const foreign = await students.create(newId(), buildStudent());
    const items = [foreign, mine, deleted].flatMap(({ _id: studentId }) => buildItems(1, { studentId }));
    const { _id } = await batches.create(tenantId, buildBatch({ items }));
    await database.store.trash.put(tenantId, [deleted._id], { userId: 'somebody', deletion: 'once' });
    const claim = await batches.claimWithStudents(tenantId, _id, { from: 0, to: 3 }, { owner: 'w', leaseMs });
    expect(claim.items.map((item) => item.student)).toEqual([undefined, mine, undefined]);
  });
});
