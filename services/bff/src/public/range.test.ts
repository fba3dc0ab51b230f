import { expect, it } from 'vitest';
import { readRange } from './range.ts';

it('parses the three forms of a single range', () => {
  expect(readRange('bytes=0-99', 1_000)).toEqual({ offset: 0, length: 100 });
  expect(readRange('bytes=900-', 1_000)).toEqual({ offset: 900, length: 100 });
  expect(readRange('bytes=-10', 1_000)).toEqual({ offset: 990, length: 10 });
  expect(readRange('bytes=990-5000', 1_000)).toEqual({ offset: 990, length: 10 });
  expect(readRange('bytes=-5000', 1_000)).toEqual({ offset: 0, length: 1_000 });
});

it('returns unsatisfiable for a range outside the file, and undefined for headers to be ignored', () => {
  expect(readRange('bytes=1000-', 1_000)).toBe('unsatisfiable');
  expect(readRange('bytes=-0', 1_000)).toBe('unsatisfiable');
  // A server may ignore or refuse an end before its start (RFC 9110, 14.2).
  expect(readRange('bytes=5-2', 1_000)).toBe('unsatisfiable');
  const others = ['bytes=-', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=1', 'bytes', 'pages=1-2', 'pages=5000-'];
  for (const header of [undefined, '', ...others]) {
    expect(readRange(header, 1_000)).toBeUndefined();
  }
});
