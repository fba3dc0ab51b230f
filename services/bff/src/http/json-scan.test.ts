import { expect, it } from 'vitest';
import { type JsonBounds, JsonScan } from './json-scan.ts';

const bounds: JsonBounds = { containers: 5, values: 20, members: 6, shapes: 8, depth: 3 };

/** Scans a text in chunks of so many bytes; returns the exceeded bound. */
function scan(text: string, pieces = 1_000, changed: Partial<JsonBounds> = {}): string | undefined {
  const reader = new JsonScan({ ...bounds, ...changed });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) {
    const broken = reader.read(bytes.subarray(at, at + pieces));
    if (broken !== undefined) return broken;
  }
  return undefined;
}

it('ignores the content of strings, at any chunk boundaries', () => {
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
])('detects too many %s, even in incomplete JSON', (bound, text) => {
  expect(scan(text)).toBe(bound);
  expect(scan(text, 1)).toBe(bound);
  expect(scan(`${text.slice(0, -1)}`, 1)).toBe(bound);
});

it('accepts values exactly at the bounds', () => {
  const text = JSON.stringify([{ a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 }, { g: 0, h: 0 }, [], [0]]);
  expect(scan(text)).toBeUndefined();
  expect(scan(text, 1, { shapes: 7 })).toBe('shapes');
});

it('counts the shape of equal objects once, and no shape for strings in arrays or values', () => {
  const rows = JSON.stringify([{ a: 'k', b: 'l' }, { a: 'm', b: 'n' }, ['o', 'p', 'q', 'r']]);
  expect(scan(rows, 1, { shapes: 2 })).toBeUndefined();
});
