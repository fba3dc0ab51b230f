import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { testDatabase } from './database.ts';

let store: Store;
beforeAll(async () => {
  ({ store } = await testDatabase());
});

describe('mail accounts', () => {
  const quota = { perHour: 20, perDay: 30 };
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 60 * 60_000);

  it('never exceed the quota with concurrent callers, and start again with the next hour and day', async () => {
    const tenantId = newId();
    const takes = await Promise.all(
      Array.from({ length: 8 }, () => store.mailAccounts.take(tenantId, 5, quota, at(0))),
    );
    expect(takes.reduce((sum, taken) => sum + taken, 0)).toBe(20);
    expect(await store.mailAccounts.take(tenantId, 20, quota, at(1))).toBe(10);
    expect(await store.mailAccounts.take(tenantId, 1, quota, at(2))).toBe(0);
    await store.mailAccounts.giveBack(tenantId, 3, at(2));
    expect(await store.mailAccounts.take(tenantId, 9, quota, at(2))).toBe(3);
    expect(await store.mailAccounts.take(tenantId, 99, quota, at(25))).toBe(20);
    expect(await store.mailAccounts.take(newId(), 500, { perHour: null, perDay: null })).toBe(500);
  });

  it('pause at the eleventh refusal of the last hundred, and count from zero once resumed', async () => {
    const tenantId = newId();
    const note = (...refused: boolean[]) => store.mailAccounts.noteOutcomes(tenantId, refused);
    await note(...Array.from({ length: 10 }, () => true), ...Array.from({ length: 95 }, () => false));
    expect((await note(...Array.from({ length: 5 }, () => true))).pause).toBeUndefined();
    expect((await note(...Array.from({ length: 6 }, () => true))).pause).toMatchObject({
      reason: '11 of the last 100 were refused',
    });
    expect(await store.mailAccounts.take(tenantId, 1, quota)).toBe(0);
    expect(await store.mailAccounts.acrossTenants.pausedIds()).toContain(tenantId);
    await store.mailAccounts.resume(tenantId);
    expect((await note(true)).pause).toBeUndefined();
    expect(await store.mailAccounts.take(tenantId, 1, quota)).toBe(1);
  });
});
