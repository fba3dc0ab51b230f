import { describe, expect, it } from 'vitest';
import { mapRun } from './run-text.ts';
import { endOf, startOf } from './source.ts';

const plain = { letterCase: 'none', language: 'en' } as const;
const rangesOf = (text: string, style: Parameters<typeof mapRun>[1] = plain) => {
  const mapped = mapRun(text, style);
  return [...mapped.text].map((character, index) => [
    character,
    text.slice(startOf(mapped.map, index), endOf(mapped.map, index)),
  ]);
};

describe('the mapped text of a run', () => {
  it('has no source map when the text does not change', () => {
    expect(mapRun('José Ruiz', plain)).toEqual({ text: 'José Ruiz', map: null });
  });

  it('has no source map for letters and punctuation in NFC, in any order', () => {
    const ranges = [
      [0x20, 0x7e],
      [0xa0, 0x2ff],
      [0x1e00, 0x1eff],
      [0x2010, 0x2027],
      [0x2030, 0x203a],
    ] as const;
    const characters = ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)),
    );
    const text = [...characters, ...characters.toReversed(), ...characters.map((one) => `a${one}`)].join('');
    expect(text.normalize('NFC')).toBe(text);
    expect(mapRun(text, plain)).toEqual({ text, map: null });
  });

  it('keeps the source range of composed, removed and replaced characters', () => {
    expect(rangesOf('e\u0301\ta\u0007b')).toEqual([
      ['é', 'e\u0301'],
      [' ', '\t'],
      ['a', 'a'],
      ['b', 'b'],
    ]);
    expect(rangesOf('\u1112\u1161\u11ab')).toEqual([['한', '\u1112\u1161\u11ab']]);
  });

  it('breaks lines at every separator of Unicode', () => {
    expect(rangesOf('a\r\nb\u2028c').map(([character]) => character)).toEqual(['a', '\n', 'b', '\n', 'c']);
  });

  it('keeps the source range when letter case changes the number of letters', () => {
    expect(rangesOf('aßﬁ', { letterCase: 'upper', language: 'de' })).toEqual([
      ['A', 'a'],
      ['S', 'ß'],
      ['S', 'ß'],
      ['F', 'ﬁ'],
      ['I', 'ﬁ'],
    ]);
  });

  it('changes the case of a letter by its context', () => {
    expect(mapRun('ΟΔΟΣ ΟΔΟΣ', { letterCase: 'lower', language: 'el' }).text).toBe('οδος οδος');
  });
});
