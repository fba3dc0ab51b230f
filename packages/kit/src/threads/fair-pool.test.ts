import { expect, it } from 'vitest';
import { FairPool } from './fair-pool.ts';

it('gives a client one member at a time, and serves waiting clients round robin', async () => {
  const pool = new FairPool(['a', 'b']);
  const log: string[] = [];
  const open = new Map<string, () => void>();
  const take = (client: string, name: string) =>
    pool.take(client, async (member) => {
      log.push(name);
      await new Promise<void>((resolve) => open.set(name, resolve));
      return member;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const hostile = ['h1', 'h2', 'h3'].map((name) => take('hostile', name));
  expect(log).toEqual(['h1']);
  const honest = take('honest', 'x');
  expect(log).toEqual(['h1', 'x']);
  const third = take('third', 't');
  open.get('h1')!();
  await settle();
  // The hostile client's second task was queued first, so it runs next; its third waits until the third client is served.
  expect(log).toEqual(['h1', 'x', 'h2']);
  open.get('x')!();
  await settle();
  expect(log).toEqual(['h1', 'x', 'h2', 't']);
  for (const name of ['t', 'h2']) open.get(name)!();
  await settle();
  open.get('h3')!();
  expect(new Set(await Promise.all([...hostile, honest, third]))).toEqual(new Set(['a', 'b']));
});

it('releases the member when its work fails', async () => {
  const pool = new FairPool(['only']);
  await expect(pool.take('c', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await pool.take('c', async (member) => member)).toBe('only');
});
