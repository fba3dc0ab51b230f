import { describe, expect, it } from 'vitest';
import { mapRun } from './run-text.ts';
import { endOf, startOf } from './source.ts';

const plain = { letterCase: 'none', language: 'en' } as const;
const rangesOf = (text: string, style: Parameters<typeof mapRun>[1] = plain) => {
  const mapped = mapRun(text, style, true);
  return [...mapped.text].map((character, index) => [
    character,
    text.slice(startOf(mapped.map, index), endOf(mapped.map, index)),
  ]);
};

describe('the text of a run', () => {
  it('is the source itself where nothing changes', () => {
    expect(mapRun('José Ruiz', plain, true)).toEqual({ text: 'José Ruiz', map: null });
  });

  it('keeps the range of what was composed, removed and replaced', () => {
    expect(rangesOf('e\u0301\ta\u0007b')).toEqual([
      ['é', 'e\u0301'],
      [' ', '\t'],
      ['a', 'a'],
      ['b', 'b'],
    ]);
    expect(rangesOf('\u1112\u1161\u11ab')).toEqual([['한', '\u1112\u1161\u11ab']]);
  });

  it('takes every separator of Unicode for a line break, or those of version 1 alone', () => {
    expect(rangesOf('a\r\nb\u2028c').map(([character]) => character)).toEqual(['a', '\n', 'b', '\n', 'c']);
    expect(mapRun('a\r\nb\u2028c', plain, false).text).toBe('a\nbc');
  });

  it('keeps the range of letters that change their number', () => {
    expect(rangesOf('aßﬁ', { letterCase: 'upper', language: 'de' })).toEqual([
      ['A', 'a'],
      ['S', 'ß'],
      ['S', 'ß'],
      ['F', 'ﬁ'],
      ['I', 'ﬁ'],
    ]);
  });

  it('decides the case of a letter by the letters around it', () => {
    expect(mapRun('ΟΔΟΣ ΟΔΟΣ', { letterCase: 'lower', language: 'el' }, true).text).toBe('οδος οδος');
  });
});
