import { logoKey } from '@sello/contracts';
import { expect, it } from 'vitest';
import { pictureKeyOf } from './object-keys.ts';

it('finds the object of a logo by its URL, whichever way it was named', () => {
  const key = logoKey('a'.repeat(24), 1_795_375_336_000, 'png');
  expect(key).toBe(`assets/${'a'.repeat(24)}/images/logo-1795375336000.png`);
  expect(pictureKeyOf(`https://sello.example/${key}`)).toBe(key);
  expect(pictureKeyOf(`/${key}`)).toBe(key);
  const name = `${'0'.repeat(64)}.webp`;
  expect(pictureKeyOf(`https://sello.example/assets/${name}`)).toBe(`pictures/${name}`);
  for (const other of [undefined, '', '/assets/x.png', `/${key}x`, `/${key.replace('images', 'other')}`]) {
    expect(pictureKeyOf(other)).toBeUndefined();
  }
});
