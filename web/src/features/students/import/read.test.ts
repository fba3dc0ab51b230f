import { readdirSync, readFileSync } from 'node:fs';
import { csvColumns, limits } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { decodeCsv, readCsv } from './read.ts';
import { failedCsv, templateCsv } from './write.ts';

function rowsOf(text: string) {
  const read = readCsv(text);
  if (!read.ok) throw new Error(read.code);
  return read.rows;
}

const cases = new URL('./cases/', import.meta.url);
const caseNames = readdirSync(cases).flatMap((file) => (file.endsWith('.csv') ? [file.slice(0, -4)] : []));

describe('a file as the world writes it', () => {
  it.each(caseNames)('%s gives what is expected', (name) => {
    const read = readCsv(decodeCsv(readFileSync(new URL(`${name}.csv`, cases))));
    const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, cases), 'utf8'));
    const { ok, ...refused } = read;
    const seen = read.ok
      ? { delimiter: read.delimiter, rows: read.rows.map(({ place, cells }) => ({ row: place + 2, cells })) }
      : refused;
    expect(seen).toEqual(expected);
  });
});

describe('a CSV', () => {
  it('is parsed with commas, semicolons or tabs, quotes, accents and a byte order mark', () => {
    expect(rowsOf('\uFEFFfullName,idNumber\n"Ñahui, María",1\n')[0]?.cells).toEqual({
      fullName: 'Ñahui, María',
      idNumber: '1',
    });
    expect(rowsOf('fullName;idNumber\nÍñigo;2')[0]?.cells).toEqual({ fullName: 'Íñigo', idNumber: '2' });
    expect(rowsOf('fullName\tidNumber\nJoão\t3')[0]?.cells).toEqual({ fullName: 'João', idNumber: '3' });
  });

  it('has cells trimmed and known columns matched in any case; others stay as they are', () => {
    expect(rowsOf(' FULLNAME ,Módulo\n  Ana Ruiz  , 7 ')[0]?.cells).toEqual({
      fullName: 'Ana Ruiz',
      Módulo: '7',
    });
  });

  it('has rows numbered as in a spreadsheet, with blank lines and quoted line breaks', () => {
    const rows = rowsOf('fullName,note\nAna,"two\nlines"\n\n,\nLuis,x\n');
    expect(rows.map(({ place, cells }) => [place, cells.fullName])).toEqual([
      [0, 'Ana'],
      [3, 'Luis'],
    ]);
  });

  it.each(['', '\n\n', 'fullName,idNumber\n', 'fullName\n\n ,\n'])('without rows is empty: %j', (text) => {
    expect(readCsv(text)).toEqual({ ok: false, code: 'csv_empty' });
  });

  it('without a name column is refused with the missing columns', () => {
    expect(readCsv('name,idNumber\nAna,1')).toEqual({
      ok: false,
      code: 'csv_columns_missing',
      details: { columns: ['fullName'] },
    });
  });

  it('with an unterminated quote is refused', () => {
    expect(readCsv('fullName\n"Ana\nLuis')).toMatchObject({ ok: false, code: 'csv_malformed' });
  });

  it('with too many rows is refused', () => {
    const text = `fullName\n${'A\n'.repeat(limits.csvRows + 1)}`;
    expect(readCsv(text)).toMatchObject({ ok: false, code: 'csv_too_large' });
  });
});

describe('bytes', () => {
  it('are decoded as UTF-8, UTF-16 or windows-1252', () => {
    const text = 'fullName\nMuñoz';
    expect(decodeCsv(new TextEncoder().encode(text))).toBe(text);
    expect(decodeCsv(Uint8Array.from([...text].map((letter) => letter.charCodeAt(0))))).toBe(text);
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    ]);
    expect(rowsOf(decodeCsv(utf16))[0]?.cells).toEqual({ fullName: 'Muñoz' });
  });
});

describe('downloaded files', () => {
  it('the template has every column of the contract and can be imported', () => {
    expect(Object.keys(rowsOf(templateCsv())[0]?.cells ?? {})).toEqual([...csvColumns]);
  });

  it('failed rows have their cause, run as no formula, and can be corrected and imported', () => {
    const cells = { fullName: 'Ruiz, Ana', scoreNumeric: '91', note: '=HYPERLINK("x")', "d'": "'=1" };
    const text = failedCsv(Object.keys(cells), [{ row: { place: 0, cells }, why: '=Too high' }]);
    expect(text).toMatch(/"'=HYPERLINK/);
    expect(rowsOf(text)[0]?.cells).toEqual(cells);
  });
});
