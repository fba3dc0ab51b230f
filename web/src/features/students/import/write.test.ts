import { csvColumns } from '@sello/contracts';
import { expect, it } from 'vitest';
import { failedCsv, templateCsv } from './write.ts';

it.each([',', ';'] as const)('the template, split at %s, has every column and a sample', (delimiter) => {
  const [header, sample, end] = templateCsv(delimiter).split('\r\n');
  expect(header).toBe(`\uFEFF${csvColumns.join(delimiter)}`);
  expect(sample!.split(delimiter)).toHaveLength(csvColumns.length);
  expect(sample).toContain('Lucía Fernanda Quispe Mamani');
  expect(end).toBe('');
});

it('failed rows have their cells and their cause, and no formula', () => {
  const cells = { fullName: 'Ruiz, Ana', note: '=HYPERLINK("x")' };
  expect(failedCsv(['fullName', 'note', 'more'], [{ cells, why: 'Too high' }], ',')).toBe(
    '\uFEFFfullName,note,more,sello_error\r\n"Ruiz, Ana","\'=HYPERLINK(""x"")",,Too high\r\n',
  );
  const long = { cells: { fullName: 'Vela', idNumber: 'Ana' }, why: 'Too long', extra: ['Q-04'] };
  expect(failedCsv(['fullName', 'idNumber'], [long], ',')).toContain('\r\nVela,Ana,Too long,Q-04\r\n');
});
