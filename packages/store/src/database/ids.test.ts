import { certId, id } from '@sello/contracts';
import { expect, it } from 'vitest';
import { newCertId, newId } from './ids.ts';

it('ids are of the contract form, apart, and sort in the order they were made', () => {
  const now = Date.now();
  const ids = Array.from({ length: 5_000 }, () => newId(now));
  expect(ids.every((one) => id.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(newId(now) < newId(now + 1_000)).toBe(true);
});

it('certificate ids are of the contract form and apart', () => {
  const ids = Array.from({ length: 1_000 }, () => newCertId());
  expect(ids.every((one) => certId.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
