import { expect, it } from 'vitest';
import { paperSize } from './paper-size.ts';

it('names a common paper size in either orientation, and gives another one in millimetres', () => {
  expect(paperSize({ width: 841.89, height: 595.28 })).toBe('A4');
  expect(paperSize({ width: 612, height: 792 })).toBe('Letter');
  expect(paperSize({ width: 283.46, height: 283.46 })).toBe('100 × 100 mm');
});
