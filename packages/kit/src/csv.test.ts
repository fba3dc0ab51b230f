import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('quotes what a reader of any locale would split, and doubles quotes', () => {
  expect(csvLine(['Ana', 'a,b', 'a;b', 'say "hi"', ' x', 'two\nlines', undefined, 3, false])).toBe(
    'Ana,"a,b","a;b","say ""hi"""," x","two\nlines",,3,false\r\n',
  );
});

it('writes no cell that a spreadsheet runs as a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＠']) {
    expect(csvLine([`${start}HYPERLINK("x")`]).replace(/^"/, '')[0]).toBe("'");
  }
  expect(csvLine([-1.5, new Date(0)])).toBe('-1.5,1970-01-01T00:00:00.000Z\r\n');
});
