import type pg from 'pg';
import { expect, it } from 'vitest';
import { Database, runOn } from './database.ts';
import { CommandError, endedWithoutNotice } from './errors.ts';

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

it('retries one at a time what lost a conflict over the same collection', async () => {
  const database = new Database('/nowhere', 1, () => undefined);
  const running = { first: 0, retried: 0 };
  const most = { first: 0, retried: 0 };
  const write = (target: string) => {
    let attempts = 0;
    return database.retry(
      async () => {
        const kind = attempts++ === 0 ? 'first' : 'retried';
        most[kind] = Math.max(most[kind], ++running[kind]);
        await new Promise(setImmediate);
        running[kind]--;
        if (attempts < 4) throw new CommandError('WriteConflict', 'another writer of the same key');
      },
      { target },
    );
  };
  await Promise.all(Array.from({ length: 12 }, () => write('students')));
  expect(most).toEqual({ first: 12, retried: 1 });
  await database.close();
});
