import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildDesign, buildText } from '../../tests/builders.ts';
import { type OwnFontRecord, ownFontsOf } from './own.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const bytesOf = (key: string) => new TextEncoder().encode(key);
const record = (key: string, family: string, from: number, until?: number): OwnFontRecord => ({
  sha256: createHash('sha256').update(bytesOf(key)).digest('hex'),
  ...{ family, weight: 400, italic: false, key, createdAt: at(from) },
  ...(until !== undefined && { removedAt: at(until) }),
});
const records = [
  record('first', 'Brush', 1, 10),
  record('second', 'Brush', 10),
  record('other', 'Elsewhere', 1),
];
const source = {
  list: async (families: readonly string[]) => records.filter(({ family }) => families.includes(family)),
  read: async (key: string) => bytesOf(key),
};
const design = buildDesign([buildText('x', { fontFamily: 'Brush' })]);
const chosen = async (day?: number) =>
  (await ownFontsOf(design, source, day === undefined ? undefined : at(day))).map(({ bytes }) =>
    Buffer.from(bytes).toString(),
  );

it('uses the fonts that a design names; a frozen revision uses those that existed when it was frozen', async () => {
  expect(await chosen()).toEqual(['second']);
  expect(await chosen(5)).toEqual(['first']);
  expect(await chosen(12)).toEqual(['second']);
});

it('uses the current fonts for a revision that is older than all of them', async () => {
  expect(await chosen(0)).toEqual(['second']);
});

it('rejects bytes that do not match the hash of the font', async () => {
  const damaged = { ...source, read: async () => bytesOf('something else') };
  await expect(ownFontsOf(design, damaged)).rejects.toMatchObject({ code: 'object_missing' });
});
