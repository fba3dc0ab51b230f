import { createLogger } from '@sello/kit';
import { expect, it } from 'vitest';
import { createReleases } from './releases.ts';

const log = createLogger({ service: 'test', level: 'silent' });

it('retries a failed release when the same work runs again', async () => {
  const releases = createReleases();
  const released: string[] = [];
  let isAway = true;
  const release = (name: string) => async (): Promise<void> => {
    if (isAway) throw new Error('database away');
    released.push(name);
  };
  await releases.attempt('a', release('a'), log);
  await releases.attempt('b', release('b'), log);
  await expect(releases.retry('a')).rejects.toThrow('database away');
  isAway = false;
  await releases.retry('other');
  expect(released).toEqual([]);
  await releases.retry('a');
  await releases.retry('a');
  expect(released).toEqual(['a']);
});

it('drops a release whose lease has expired', async () => {
  let now = 0;
  const releases = createReleases({ now: () => now, leaseMs: 100 });
  let isAway = true;
  let asked = 0;
  const release = async (): Promise<void> => {
    asked++;
    if (isAway) throw new Error('database away');
  };
  await releases.attempt('a', release, log);
  now = 101;
  isAway = false;
  await releases.retry('a');
  expect(asked).toBe(1);
});
