import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('runs the tasks of owners round-robin, however many one of them has queued', async () => {
  const queue = new FairQueue();
  const order: string[] = [];
  const work = (owner: string, name: string) =>
    queue.run(owner, async () => {
      order.push(name);
    });
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name)),
    work('b', 'b1'),
    ...['c1', 'c2'].map((name) => work('c', name)),
  ]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
});

it('continues after a failed task, and rejects its promise with the error', async () => {
  const queue = new FairQueue();
  const broken = queue.run('a', async () => {
    throw new Error('broken');
  });
  const next = queue.run('a', async () => 'next');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('next');
  expect(await queue.run('b', async () => 'later')).toBe('later');
});
