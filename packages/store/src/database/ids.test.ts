import { certId, id } from '@sello/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { newCertId, newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

it('ids are of the contract form, apart, and sort in the order they were made', () => {
  vi.useFakeTimers({ now: Date.now() });
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids.every((one) => id.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  vi.advanceTimersByTime(1_000);
  const later = newId();
  expect(ids.every((one) => one < later)).toBe(true);
});

it('certificate ids are of the contract form and apart', () => {
  const ids = Array.from({ length: 1_000 }, () => newCertId());
  expect(ids.every((one) => certId.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
