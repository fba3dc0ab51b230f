import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it('quotes what would end a cell', () => {
  expect(csvRow(['a', 'b,c', 'd "e"', 'f\r\ng', ''])).toBe('a,"b,c","d ""e""","f\r\ng",\r\n');
});

it('makes texts of formulas, whatever hides their first character', () => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    '\t=1',
    '\r=1',
    '\n1',
    '\u200b=1',
    '\ufeff=1',
    '＝1',
    '＠a',
  ];
  for (const text of formulas) expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/);
  for (const text of ['Ana', '3', '{"a":"=1"}', '192.0.2.0/24', '2001:db8::/48', "'x"])
    expect(csvRow([text]).replace(/^"/, '')).not.toMatch(/^'(?!x)/);
});
