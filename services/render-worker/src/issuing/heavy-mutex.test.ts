import { times } from '@sello/kit';
import { expect, it } from 'vitest';
import { createHeavyMutex } from './heavy-mutex.ts';

it('is held by one chunk at a time, for one time slice', () => {
  let now = 0;
  const heavyMutex = createHeavyMutex(() => now);
  const first = heavyMutex.tryAcquire();
  expect(first?.hasTimeLeft()).toBe(true);
  expect(heavyMutex.tryAcquire()).toBeUndefined();
  now = times.heavySliceMs;
  expect(first?.hasTimeLeft()).toBe(false);
  // The time is up, but the holder may still be stamping a certificate.
  expect(heavyMutex.tryAcquire()).toBeUndefined();
  first?.release();
  const second = heavyMutex.tryAcquire();
  expect(second?.hasTimeLeft()).toBe(true);
  first?.release();
  expect(second?.hasTimeLeft()).toBe(true);
  expect(heavyMutex.tryAcquire()).toBeUndefined();
});
