import { expect, it } from 'vitest';
import { csvLine, fromSafeCell } from './csv.ts';

it('quotes what a reader of any locale would split, and doubles quotes', () => {
  expect(csvLine(['Ana', 'a,b', 'a;b', 'say "hi"', ' x', 'two\nlines', undefined, 3, false])).toBe(
    'Ana,"a,b","a;b","say ""hi"""," x","two\nlines",,3,false\r\n',
  );
});

const formulas = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '\n1', '\u200b=1', '\ufeff=1', '＝1', '＠a'],
  ...["'=1", "''\u200b-1", '=HYPERLINK("x")'],
];
const texts = ['Ana', '3', '{"a":"=1"}', '192.0.2.0/24', '2001:db8::/48', "'x", "D'Ávila", "'"];

it('writes no cell that a spreadsheet runs as a formula, whatever hides its first character', () => {
  for (const text of formulas) expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'");
  for (const text of texts) expect(csvLine([text])).toContain(text.replaceAll('"', '""'));
  for (const text of texts.slice(0, 5)) expect(csvLine([text])).not.toContain("'");
  expect(csvLine([-1.5, new Date(0)])).toBe('-1.5,1970-01-01T00:00:00.000Z\r\n');
});

it('takes off again exactly what it has put before a formula', () => {
  for (const text of [...formulas, ...texts]) {
    const cell = csvLine([text])
      .trimEnd()
      .replace(/^"(.*)"$/su, '$1')
      .replaceAll('""', '"');
    if (text === text.trim()) expect(fromSafeCell(cell)).toBe(text);
  }
});
