import { certId, id } from '@sello/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { newCertId, newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

it('ids match the contract, are unique, and sort in the order of their creation', () => {
  vi.useFakeTimers({ now: Date.now() });
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids.every((one) => id.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  vi.advanceTimersByTime(1_000);
  const later = newId();
  expect(ids.every((one) => one < later)).toBe(true);
});

it('certificate ids match the contract and are unique', () => {
  const ids = Array.from({ length: 1_000 }, () => newCertId());
  expect(ids.every((one) => certId.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
