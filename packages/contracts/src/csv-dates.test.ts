import { expect, it } from 'vitest';
import { readDate } from './csv-dates.ts';

it.each([
  ['2026-04-03', { is: 'day', day: '2026-04-03' }],
  ['2026-04-03 00:00:00', { is: 'day', day: '2026-04-03' }],
  ['30/10/2026', { is: 'day', day: '2026-10-30', order: 'day' }],
  ['10/30/2026', { is: 'day', day: '2026-10-30', order: 'month' }],
  ['3.3.2026', { is: 'day', day: '2026-03-03' }],
  ['03/04/2026', { is: 'both', day: '2026-04-03', month: '2026-03-04' }],
  ['3-4-2026', { is: 'both', day: '2026-04-03', month: '2026-03-04' }],
  ['30/02/2026', { is: 'none' }],
  ['2026-02-30', { is: 'none' }],
  ['29/02/2024', { is: 'day', day: '2024-02-29', order: 'day' }],
  ['03/04/26', { is: 'other' }],
  ['3/4-2026', { is: 'other' }],
  ['3 de abril', { is: 'other' }],
])('%s is read as what it can be, without a guess', (cell, expected) => {
  expect(readDate(cell)).toEqual(expected);
});
