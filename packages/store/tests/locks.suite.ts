import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { testDatabase } from './database.ts';

let store: Store;
beforeAll(async () => {
  ({ store } = await testDatabase());
});
const ahead = (ms: number): Date => new Date(Date.now() + ms);

describe('locks', () => {
  it('are held by one of many callers, renewed and released by their owner only, and expire', async () => {
    const name = newId();
    const owners = ['a', 'b', 'c', 'd'];
    const taken = await Promise.all(owners.map((owner) => store.locks.take(name, owner, 20_000)));
    expect(taken.filter((isHeld) => isHeld)).toHaveLength(1);
    const owner = owners[taken.indexOf(true)]!;
    expect(await store.locks.renew(name, 'z', 60_000)).toBe(false);
    await store.locks.release(name, 'z');
    expect(await store.locks.take(name, 'z', 20_000)).toBe(false);
    const later = await Promise.all(
      ['y', 'z'].map((one) => store.locks.take(name, one, 20_000, ahead(21_000))),
    );
    expect(later.filter((isHeld) => isHeld)).toHaveLength(1);
    expect(await store.locks.renew(name, owner, 20_000)).toBe(false);
    await store.locks.release(name, later[0] ? 'y' : 'z');
    expect(await store.locks.take(name, owner, 20_000)).toBe(true);
  });
});
