import { readdirSync, readFileSync } from 'node:fs';
import { csvErrorColumn, csvLine } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { isAppError } from './app-error.ts';
import { decodeCsv, encodingOf } from './csv-encoding.ts';
import { openCsv } from './csv-read.ts';

const rules = { known: ['fullName', 'idNumber', 'scoreNumeric'], required: ['fullName'], further: 200 };
const cases = new URL('./csv-cases/', import.meta.url);
const caseNames = readdirSync(cases).flatMap((file) => (file.endsWith('.csv') ? [file.slice(0, -4)] : []));

const rowsOf = (text: string) => [...openCsv(text, rules).rows()].flat();

function read(text: string): unknown {
  try {
    const { delimiter } = openCsv(text, rules);
    return { delimiter, rows: rowsOf(text) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: error.code, ...(error.details && { details: error.details }) };
  }
}

describe('a file as programs write it', () => {
  it.each(caseNames)('%s gives what is expected', (name) => {
    const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, cases), 'utf8'));
    const bytes = readFileSync(new URL(`${name}.csv`, cases));
    const encoding = encodingOf(bytes);
    const text = decodeCsv(bytes, 'certain' in encoding ? encoding.certain : encoding.likely[0]!);
    expect(read(text)).toEqual(expected);
  });
});

describe('a CSV', () => {
  it('has known columns matched in any case; others stay as they are', () => {
    expect(rowsOf(' FULLNAME ,Módulo\n  Ana Ruiz  , 7 ')[0]?.cells).toEqual({
      fullName: 'Ana Ruiz',
      Módulo: '7',
    });
  });

  it.each(['with quotes', 'without'])('gives all rows of a long file %s, with their numbers', (kind) => {
    const isQuoted = (at: number) => kind === 'with quotes' && at % 7 === 0;
    const lines = Array.from({ length: 3_500 }, (_, at) => (isQuoted(at) ? `"a\r\n${at}"` : `b${at}`));
    const rows = rowsOf(`fullName\r\n${lines.join('\r\n')}\r\n`);
    expect(rows).toHaveLength(3_500);
    expect(rows.every(({ row, cells }, at) => row === at + 2 && cells.fullName!.endsWith(String(at)))).toBe(
      true,
    );
  });

  it.each(['', '\n\n', ' ;\n', 'fullName\n\n ,\n'])('without rows is empty: %j', (text) => {
    expect(read(text)).toMatchObject({ code: 'csv_empty' });
  });

  it.each([
    ['fullName,idNumber\nVela,Ana,Q-04\n', 'csv_row_too_long', { text: 'Q-04', columns: 2 }],
    ['fullName,idNumber,\r\nVela,Ana,Q-04\r\n', 'csv_row_too_long', { text: 'Q-04', columns: 2 }],
    ['fullName\nVela, Ana\n', 'csv_row_too_long', { text: 'Ana', columns: 1 }],
    ['fullName,idNumber,Nota\nVela,Ana,Q-04,\nLuis,Q-05,A\n', 'csv_row_longer', { cells: 4, columns: 3 }],
    [
      `fullName,Nota,${csvErrorColumn}\nVela,Ana,why,\nVela,Luis,why,\n`,
      'csv_row_longer',
      { cells: 4, columns: 3 },
    ],
    ['fullName,,idNumber\nVela,Ana,Q-04\n', 'csv_cell_unnamed', { text: 'Ana', column: 2 }],
    [',fullName\nDra.,Ana Vela\n', 'csv_cell_unnamed', { text: 'Dra.', column: 1 }],
    ['fullName;Curso\nMu\uFFFDoz;x\n', 'text_undecodable', { column: 'fullName', text: 'Mu\uFFFDoz' }],
  ])('names the row that is not what it looks like: %j', (text, code, details) => {
    expect(rowsOf(`${text}\n`)[0]).toMatchObject({ row: 2, fault: { code, details } });
  });

  it.each([
    'fullName,idNumber\nAna,1,\nLuis,,\n\n\nEva,2,\n',
    'fullName,idNumber\nAna,1,,\nLuis,,,\nEva\nLía,2,\nIvo,3,\n',
    `fullName,idNumber,${csvErrorColumn},\nAna,1,Too high,\nLuis,,,\n`,
    'fullName,idNumber,,\nAna,1\nLuis,,,,\n',
    ',fullName,idNumber\n0,Ana,1\n1,Luis,\n',
    `fullName,idNumber,${csvErrorColumn}\nAna,1,Too high\nLuis\n`,
  ])('is taken with empty cells beyond its columns, and with numbers of rows: %j', (text) => {
    const [one, other, ...more] = rowsOf(text);
    expect(more.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    expect(one).toEqual({ row: 2, cells: { fullName: 'Ana', idNumber: '1' } });
    expect(other).toEqual({ row: 3, cells: { fullName: 'Luis', idNumber: '' } });
  });

  it('has its rows compared with those around them also where it is read in parts', () => {
    const rows = Array.from({ length: 1_004 }, (_, at) => `Ana,${at}${at > 998 && at < 1_002 ? ',' : ''}\n`);
    const faults = (text: string) => rowsOf(text).flatMap(({ row, fault }) => (fault ? row : []));
    expect(faults(`fullName,idNumber\n${rows.join('')}`)).toEqual([]);
    for (const only of [0, 999, 1_000, 1_003]) {
      const some = rows.map((row, at) => row.replace(/,\n/, '\n').replace('\n', at === only ? ',\n' : '\n'));
      expect(faults(`fullName,idNumber\n${some.join('')}`)).toEqual([only + 2]);
    }
  });

  it('with a row that was too long fails again as long as it is', () => {
    const text = csvLine(['fullName', 'idNumber', csvErrorColumn]) + csvLine(['Vela', 'Ana', 'why', 'Q-04']);
    expect(rowsOf(text)).toMatchObject([{ fault: { code: 'csv_row_too_long' }, extra: ['Q-04'] }]);
    const [longer] = rowsOf('fullName,Nota\nVela,Ana,\n');
    const again =
      csvLine(['fullName', 'Nota', csvErrorColumn]) + csvLine(['Vela', 'Ana', 'why', ...longer!.extra!]);
    expect(rowsOf(again)).toMatchObject([{ fault: { code: 'csv_row_longer' } }]);
  });

  it('with the causes of failed rows is imported with the texts that it was made of', () => {
    const cells = { fullName: 'Ruiz, Ana', scoreNumeric: '91', note: '=HYPERLINK("x")', other: "'=1" };
    const text =
      csvLine([...Object.keys(cells), csvErrorColumn]) + csvLine([...Object.values(cells), '=Too high']);
    expect(rowsOf(text)[0]?.cells).toEqual(cells);
  });
});
