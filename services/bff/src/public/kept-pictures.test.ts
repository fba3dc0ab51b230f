import { expect, it } from 'vitest';
import { KeptPictures } from './kept-pictures.ts';

it('draws once for those who ask at once, and lets the longest unused go when it is full', async () => {
  const drawn: string[] = [];
  const kept = new KeptPictures<string>((picture) => picture.length, 10);
  const take = (hash: string) =>
    kept.take(hash, async () => {
      drawn.push(hash);
      return 'four';
    });
  await Promise.all([take('a'), take('a')]);
  await take('b');
  await take('a');
  await take('c');
  expect(drawn).toEqual(['a', 'b', 'c']);
  await take('a');
  await take('b');
  expect(drawn).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps no failure', async () => {
  const kept = new KeptPictures<string>((picture) => picture.length);
  await expect(kept.take('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept.take('a', async () => 'there')).toBe('there');
});
