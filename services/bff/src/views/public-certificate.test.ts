import { expect, it } from 'vitest';
import { maskIdNumber } from './public-certificate.ts';

it('keeps enough of an id number to recognise one’s own, and too little to learn another’s', () => {
  expect(maskIdNumber('45871236')).toBe('45••••36');
  expect(maskIdNumber('X123Y')).toBe('X•••Y');
  expect(maskIdNumber('1234')).toBe('••••');
  expect(maskIdNumber('')).toBe('');
});
