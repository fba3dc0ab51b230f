import { expect, it } from 'vitest';
import { type JsonBounds, JsonScan } from './json-scan.ts';

const bounds: JsonBounds = { containers: 5, values: 20, members: 6, shapes: 8, depth: 3 };

/** What a scan says of a text that comes in pieces of so many bytes. */
function scan(text: string, pieces = 1_000, changed: Partial<JsonBounds> = {}): string | undefined {
  const reader = new JsonScan({ ...bounds, ...changed });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) {
    const broken = reader.read(bytes.subarray(at, at + pieces));
    if (broken !== undefined) return broken;
  }
  return undefined;
}

it('counts nothing that stands inside a text, however the bytes are cut', () => {
  const text = JSON.stringify({ a: '{[,{[,"\\', 'b,"{': '[[[[[[', c: 'é'.repeat(50), d: '\\' });
  for (const pieces of [1, 2, 3, 7, 1_000]) expect(scan(text, pieces)).toBeUndefined();
});

it.each([
  ['containers', `[${'{},'.repeat(5)}{}]`],
  ['values', `[${'0,'.repeat(20)}0]`],
  ['members', JSON.stringify(Object.fromEntries('abcdefg'.split('').map((name) => [name, 0])))],
  ['depth', '[[[[0]]]]'],
  [
    'shapes',
    JSON.stringify([
      { a: 0, b: 0, c: 0 },
      { b: 0, c: 0, a: 0 },
      { c: 0, a: 0, b: 0 },
    ]),
  ],
])('says when there are too many %s, whatever comes after', (bound, text) => {
  expect(scan(text)).toBe(bound);
  expect(scan(text, 1)).toBe(bound);
  expect(scan(`${text.slice(0, -1)}`, 1)).toBe(bound);
});

it('takes what is exactly at its bounds', () => {
  const text = JSON.stringify([{ a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 }, { g: 0, h: 0 }, [], [0]]);
  expect(scan(text)).toBeUndefined();
  expect(scan(text, 1, { shapes: 7 })).toBe('shapes');
});

it('counts the shape of many objects once, and a text of an array or a value as none', () => {
  const rows = JSON.stringify([{ a: 'k', b: 'l' }, { a: 'm', b: 'n' }, ['o', 'p', 'q', 'r']]);
  expect(scan(rows, 1, { shapes: 2 })).toBeUndefined();
});
