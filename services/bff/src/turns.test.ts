import type { IdempotencyKeys } from '@sello/store';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const scope = { tenantId: 't', userId: '' };

/** The store's contract for a key, in memory. */
function buildKeys(): Pick<IdempotencyKeys, 'begin' | 'abandon'> {
  const held = new Map<string, number>();
  return {
    async begin({ tenantId, userId }, key, _bodyHash, { leaseMs = 0 } = {}) {
      const name = `${tenantId} ${userId} ${key}`;
      if ((held.get(name) ?? 0) > Date.now()) return { outcome: 'running' };
      held.set(name, Date.now() + leaseMs);
      return { outcome: 'fresh' };
    },
    async abandon({ tenantId, userId }, key) {
      held.delete(`${tenantId} ${userId} ${key}`);
    },
  };
}

it('lets one after the other, and others beside them', async () => {
  const turns = createTurns(buildKeys());
  const log: string[] = [];
  const run = (name: string) =>
    turns.take(scope, 'import', async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      return name;
    });
  const both = Promise.all([run('one'), run('two')]);
  await turns.take({ ...scope, tenantId: 'other' }, 'import', async () => log.push('elsewhere'));
  expect(await both).toEqual(['one', 'two']);
  expect(log.filter((line) => line !== 'elsewhere')).toEqual([
    'one begins',
    'one ends',
    'two begins',
    'two ends',
  ]);
});

it('gives the turn back after a fault, and does not wait for ever', async () => {
  const turns = createTurns(buildKeys(), { leaseMs: 60_000, patienceMs: 10 });
  await expect(turns.take(scope, 'import', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await turns.take(scope, 'import', async () => {
    await expect(turns.take(scope, 'import', async () => 'never')).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });
});

it('ends the turn of a process that died', async () => {
  const keys = buildKeys();
  await keys.begin(scope, 'turn import', '', { leaseMs: 20 });
  expect(await createTurns(keys).take(scope, 'import', async () => 'mine')).toBe('mine');
});
