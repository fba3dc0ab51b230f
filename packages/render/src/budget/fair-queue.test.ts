import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('lets owners take turns, however much one of them has waiting', async () => {
  const queue = new FairQueue();
  const order: string[] = [];
  const work = (owner: string, name: string) =>
    queue.take(owner, async () => {
      order.push(name);
    });
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name)),
    work('b', 'b1'),
    ...['c1', 'c2'].map((name) => work('c', name)),
  ]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
});

it('goes on after one that fails, and answers its error to whoever asked', async () => {
  const queue = new FairQueue();
  const broken = queue.take('a', async () => {
    throw new Error('broken');
  });
  const next = queue.take('a', async () => 'next');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('next');
  expect(await queue.take('b', async () => 'later')).toBe('later');
});
