import { expect, it, vi } from 'vitest';
import { settle } from '../pending.ts';
import { wordsOfRenderer } from './words.ts';

it('asks the renderer once for texts that are laid out together, and never again', async () => {
  const find = vi.fn(async (texts: readonly string[]) => texts.map(({ length }) => [0, length - 1]));
  const words = wordsOfRenderer(find);
  const both = [() => words('កខគ'), () => words('ກຂຄງ')];
  expect(await settle(both)).toEqual([
    [0, 2],
    [0, 3],
  ]);
  await settle(both);
  expect(find.mock.calls).toEqual([[['កខគ', 'ກຂຄງ']]]);
});

it('takes the browser’s own words when the server cannot be reached', async () => {
  const words = wordsOfRenderer(async () => Promise.reject(new TypeError('Failed to fetch')));
  expect((await settle([() => words('ภาษาไทย')]))[0]).toEqual([0, 4]);
});
