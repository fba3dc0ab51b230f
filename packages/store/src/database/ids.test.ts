import { certId, id } from '@sello/contracts';
import { expect, it } from 'vitest';
import { newCertId, newId } from './ids.ts';

it('ids match the contract, are unique, and say nothing of each other', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids.every((one) => id.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  // Of 5,000 random ids no two begin alike for half of their length, and each of the 24 places has every character.
  expect(new Set(ids.map((one) => one.slice(0, 12))).size).toBe(ids.length);
  expect(new Set(ids.map((one) => one.slice(12))).size).toBe(ids.length);
  for (let place = 0; place < 24; place++) expect(new Set(ids.map((one) => one[place])).size).toBe(16);
});

it('certificate ids match the contract and are unique', () => {
  const ids = Array.from({ length: 1_000 }, () => newCertId());
  expect(ids.every((one) => certId.safeParse(one).success)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
