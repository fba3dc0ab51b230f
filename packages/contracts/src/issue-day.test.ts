import { expect, it } from 'vitest';
import { dayIn, zoneOf } from './issue-day.ts';
import { timeZone } from './time-zone.ts';

it.each([
  ['2026-03-15T01:00:00Z', 'America/Lima', '2026-03-14'],
  ['2026-03-15T01:00:00Z', 'UTC', '2026-03-15'],
  ['2026-12-31T11:00:00Z', 'Pacific/Kiritimati', '2027-01-01'],
  ['2026-01-01T08:00:00Z', 'Pacific/Honolulu', '2025-12-31'],
])('%s is a day in %s', (at, zone, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

it('a design takes the time zone of its organization, unless it has its own', () => {
  expect(zoneOf({}, { timeZone: 'America/Lima' })).toBe('America/Lima');
  expect(zoneOf({ timeZone: 'UTC' }, { timeZone: 'America/Lima' })).toBe('UTC');
  expect(zoneOf({}, {})).toBe('UTC');
});

it('only what Intl knows is a time zone', () => {
  expect(timeZone.safeParse('America/Lima').success).toBe(true);
  for (const wrong of ['', 'Lima', 'Mars/Olympus', 'a'.repeat(65)])
    expect(timeZone.safeParse(wrong).success).toBe(false);
});
