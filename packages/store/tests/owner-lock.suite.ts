import { beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../src/database/table.ts';
import { openTables } from '../src/database/tables.ts';
import { newId } from '../src/index.ts';
import type { Members } from '../src/members/members.ts';
import { createMembers } from '../src/members/repository.ts';
import { type TestDatabase, testDatabase } from './database.ts';

type Work = () => Promise<unknown>;
type Fn = (...args: unknown[]) => Promise<unknown>;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** The same table in a process that stands still before its `at`th statement, while `meanwhile` happens. */
function standingStill<Of extends Table<never>>(table: Of, at: number, meanwhile: Work) {
  let count = 0;
  const wrap =
    (statement: Fn): Fn =>
    async (...args) => {
      if (++count === at) await meanwhile();
      return statement(...args);
    };
  const { rows } = table;
  const statements = ['updateOne', 'updateMany', 'findOneAndUpdate', 'deleteOne'] as const;
  const wrapped = statements.map((name) => [name, wrap(table[name] as Fn)]);
  const reads = (['findOne', 'countDocuments'] as const).map((name) => [name, wrap(rows[name] as Fn)]);
  return {
    table: {
      ...table,
      ...Object.fromEntries(wrapped),
      rows: { ...rows, ...Object.fromEntries(reads) },
    } as Of,
    count: () => count,
  };
}

describe('a change of an organization’s owners by a process that stood still until its lock had expired', () => {
  const owner = () => ({ userId: newId(), email: 'o@example.test', name: 'O' });

  it.each([
    ['changeRole', (of: Members, tenantId: string, id: string) => of.changeRole(tenantId, id, 'member')],
    ['setStatus', (of: Members, tenantId: string, id: string) => of.setStatus(tenantId, id, 'blocked')],
    ['remove', (of: Members, tenantId: string, id: string) => of.remove(tenantId, id)],
    ['transfer', (of: Members, tenantId: string, id: string, to: string) => of.transfer(tenantId, id, to)],
  ] as const)('leaves an owner, by %s', async (_, change) => {
    const { store, raw } = database;
    const tables = openTables(raw);
    // The first runs through and tells how many statements there are.
    let statements = 0;
    for (let at = 0; at <= statements; at++) {
      const first = owner();
      const { _id: tenantId } = await store.tenants.create({ name: `Academia ${newId()}`, owner: first });
      const { _id: own } = (await store.members.of(tenantId, first.userId))!;
      const added = { userEmail: '', userName: '' };
      const { _id: other } = await store.members.add(tenantId, { ...added, userId: newId(), role: 'owner' });
      const outcomes: string[] = [];
      const noted = (who: string, changing: Promise<unknown>) =>
        changing.then(
          () => outcomes.push(`${who} is done`),
          (error: { code?: string }) => outcomes.push(`${who}: ${error.code}`),
        );
      const still = standingStill(tables.members as unknown as Table<never>, at, async () => {
        await tables.tenants.updateOne({ _id: tenantId }, { $unset: { ownerLock: '' } });
        await noted('the other', store.members.changeRole(tenantId, other, 'member'));
      });
      const members = still.table as unknown as (typeof tables)['members'];
      const slow = createMembers(members, tables.tenants, tables.invites);
      await noted('the one', change(slow, tenantId, own, other));
      statements = Math.max(statements, still.count());
      const where = `before statement ${at} of ${statements}: ${outcomes.join(', ')}`;
      expect(await store.members.countOwners(tenantId), where).toBeGreaterThan(0);
      expect(
        outcomes.some((outcome) => outcome.endsWith('is done')),
        where,
      ).toBe(true);
      // Nothing of the interrupted change stands in the way of the next one.
      const { _id: third } = await store.members.add(tenantId, { ...added, userId: newId(), role: 'owner' });
      for (const id of [own, other])
        await store.members.changeRole(tenantId, id, 'admin').catch(() => undefined);
      expect(await store.members.countOwners(tenantId), where).toBe(1);
      expect(await store.members.get(tenantId, third), where).toMatchObject({ role: 'owner' });
    }
    expect(statements).toBeGreaterThan(2);
  });
});
