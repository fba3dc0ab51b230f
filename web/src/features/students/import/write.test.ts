import { csvColumns } from '@sello/contracts';
import { expect, it } from 'vitest';
import { failedCsv, templateCsv } from './write.ts';

it('the template has every column and a sample', () => {
  const [header, sample, end] = templateCsv().split('\r\n');
  expect(header).toBe(`\uFEFF${csvColumns.join(',')}`);
  expect(sample).toContain('Lucía Fernanda Quispe Mamani');
  expect(end).toBe('');
});

it('failed rows have their cells and their cause, and no formula', () => {
  const cells = { fullName: 'Ruiz, Ana', note: '=HYPERLINK("x")' };
  expect(failedCsv(['fullName', 'note', 'more'], [{ cells, why: 'Too high' }])).toBe(
    '\uFEFFfullName,note,more,sello_error\r\n"Ruiz, Ana","\'=HYPERLINK(""x"")",,Too high\r\n',
  );
});
