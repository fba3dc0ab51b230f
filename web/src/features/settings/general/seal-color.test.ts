import { expect, it } from 'vitest';
import { contrastOnPaper, leastContrast, readColor } from './seal-color.ts';

it('reads colours as they are typed', () => {
  expect(['#C2401C', 'c2401c', ' #abc ', 'red', '#12', ''].map(readColor)).toEqual([
    ...['#c2401c', '#c2401c', '#aabbcc', null, null, null],
  ]);
});

it('knows a seal that is too pale for paper', () => {
  expect(contrastOnPaper('#c2401c')).toBeGreaterThan(leastContrast);
  expect(contrastOnPaper('#ffe08a')).toBeLessThan(leastContrast);
  expect(contrastOnPaper('#000000')).toBeGreaterThan(20);
});
