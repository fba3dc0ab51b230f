import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets one client sit on one seat, and serves those who wait in turn', async () => {
  const turns = new Turns(['a', 'b']);
  const log: string[] = [];
  const open = new Map<string, () => void>();
  const take = (client: string, name: string) =>
    turns.take(client, async (seat) => {
      log.push(name);
      await new Promise<void>((resolve) => open.set(name, resolve));
      return seat;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const hostile = ['h1', 'h2', 'h3'].map((name) => take('hostile', name));
  expect(log).toEqual(['h1']);
  const honest = take('honest', 'x');
  expect(log).toEqual(['h1', 'x']);
  const third = take('third', 't');
  open.get('h1')!();
  await settle();
  // The second file of the hostile one came before, and yet its turn is after the third client's or beside it.
  expect(log).toEqual(['h1', 'x', 'h2']);
  open.get('x')!();
  await settle();
  expect(log).toEqual(['h1', 'x', 'h2', 't']);
  for (const name of ['t', 'h2']) open.get(name)!();
  await settle();
  open.get('h3')!();
  expect(new Set(await Promise.all([...hostile, honest, third]))).toEqual(new Set(['a', 'b']));
});

it('frees the seat of work that fails', async () => {
  const turns = new Turns(['only']);
  await expect(turns.take('c', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take('c', async (seat) => seat)).toBe('only');
});
