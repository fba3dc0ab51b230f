import { AppError } from '@sello/kit';
import type { IdempotencyKeys, StoredResponse } from '@sello/store';
import { expect, it, vi } from 'vitest';
import { createIdempotency, type OnceRequest } from './idempotency.ts';

/** An in-memory implementation of the store's contract. */
function keysInMemory(): IdempotencyKeys {
  const rows = new Map<string, { hash: string; answer?: StoredResponse }>();
  const nameOf = (scope: object, key: string) => JSON.stringify([scope, key]);
  return {
    async begin(scope, key, hash) {
      const row = rows.get(nameOf(scope, key));
      if (row === undefined) {
        rows.set(nameOf(scope, key), { hash });
        return { outcome: 'fresh' };
      }
      if (row.hash !== hash) return { outcome: 'different' };
      return row.answer === undefined ? { outcome: 'running' } : { outcome: 'replay', answer: row.answer };
    },
    async finish(scope, key, answer) {
      rows.get(nameOf(scope, key))!.answer = answer;
    },
    async abandon(scope, key) {
      rows.delete(nameOf(scope, key));
    },
  };
}

const request = (overrides: Partial<OnceRequest> = {}): OnceRequest => ({
  key: 'k-1',
  userId: 'u',
  tenantId: 't',
  call: 'certificates.generate',
  request: { query: {}, body: { students: [1] }, fileHash: undefined },
  ...overrides,
});

it('runs once and replays the answer', async () => {
  const idempotency = createIdempotency(keysInMemory());
  const run = vi.fn(async (operationId: string) => ({ batchId: operationId }));
  const first = await idempotency.once(request(), run);
  expect(await idempotency.once(request(), run)).toEqual(first);
  expect(run).toHaveBeenCalledTimes(1);
});

it('refuses another body under the same key, but not the same key of another person, tenant or call', async () => {
  const idempotency = createIdempotency(keysInMemory());
  const ids = new Set<unknown>();
  const run = async (operationId: string) => ids.add(operationId).size;
  await idempotency.once(request(), run);
  const other = request({ request: { query: {}, body: { students: [2] }, fileHash: undefined } });
  await expect(idempotency.once(other, run)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  const upload = request({ request: { query: {}, body: { students: [1] }, fileHash: 'a'.repeat(64) } });
  await expect(idempotency.once(upload, run)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  for (const scope of [{ userId: 'v' }, { tenantId: 's' }, { call: 'batches.retry' }]) {
    await idempotency.once(request(scope), run);
  }
  expect(ids.size).toBe(4);
});

it('refuses a repeated request while the first is running', async () => {
  const idempotency = createIdempotency(keysInMemory());
  await idempotency.once(request(), async () => {
    await expect(idempotency.once(request(), async () => 0)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
  });
});

it('runs again after a fault, with the same operation id', async () => {
  const idempotency = createIdempotency(keysInMemory());
  const seen: string[] = [];
  const broken = idempotency.once(request(), async (operationId) => {
    seen.push(operationId);
    throw new AppError('unavailable');
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  await idempotency.once(request(), async (operationId) => seen.push(operationId));
  expect(seen[1]).toBe(seen[0]);
  expect(seen[0]).toMatch(/^[0-9a-f]{24}$/);
});

it('treats requests without a key as independent, and refuses an invalid key', async () => {
  const idempotency = createIdempotency(keysInMemory());
  const ids = new Set<string>();
  for (let n = 0; n < 2; n++) await idempotency.once(request({ key: undefined }), async (id) => ids.add(id));
  expect(ids.size).toBe(2);
  await expect(idempotency.once(request({ key: 'a b' }), async () => 0)).rejects.toMatchObject({
    code: 'invalid_payload',
  });
});
