import { afterEach, expect, it } from 'vitest';
import { formatters } from './format.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it('the day of a moment is that of the reader’s clock, in columns as in sentences', () => {
  process.env.TZ = 'America/Lima';
  const format = formatters('en-GB');
  // Nine in the evening of the nineteenth in Lima.
  const moment = '2026-03-20T02:00:00.000Z';
  expect([format.dayOf(moment), format.shortDayOf(moment), format.time(moment)]).toEqual([
    '19 March 2026',
    '19 Mar 2026',
    '21:00',
  ]);
  // A day without a time is the same everywhere.
  expect([format.day('2026-03-20'), format.longDay('2026-03-20')]).toEqual(['20 Mar 2026', '20 March 2026']);
});
