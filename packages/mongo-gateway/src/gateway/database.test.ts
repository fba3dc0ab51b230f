import type pg from 'pg';
import { expect, it } from 'vitest';
import { runOn } from './database.ts';
import { endedWithoutNotice } from './errors.ts';

/** The error of a statement on a connection that ends so. */
async function endedBy(error: Error): Promise<unknown> {
  const client = { query: () => Promise.reject(error) } as unknown as pg.ClientBase;
  return runOn(client, 'SELECT 1').catch((thrown: unknown) => thrown);
}

it('takes a statement for the cause of a crash only if it reached the engine', async () => {
  expect(endedWithoutNotice(await endedBy(new Error('Connection terminated unexpectedly')))).toBe(true);
  // The engine had closed the connection because of another statement; the notice of that was not read yet.
  const refused = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect(endedWithoutNotice(await endedBy(refused))).toBe(false);
});
