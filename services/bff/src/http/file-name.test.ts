import { expect, it } from 'vitest';
import { sentFileName } from './file-name.ts';

it.each([
  ['José Núñez 2026.csv', 'José Núñez 2026.csv'],
  ['محمد علي.pdf', 'محمد علي.pdf'],
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\students\\list.csv', 'C students list.csv'],
  ['list\u202evsc.exe', 'list vsc.exe'],
  ['a\u0000b\r\nc\u2028d.csv', 'a b c d.csv'],
  ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
  ['con.csv', 'con_.csv'],
  ['\u2066\u200b.csv', 'file.csv'],
  [`${'n'.repeat(5_000)}.csv`, `${'n'.repeat(120)}.csv`],
])('stores %j as a name that harms nobody', (sent, stored) => {
  expect(sentFileName(sent)).toBe(stored);
});
