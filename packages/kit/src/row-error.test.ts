import { expect, it } from 'vitest';
import { AppError, isRowError } from './app-error.ts';

it('takes errors that a retry cannot fix for errors of the row', () => {
  for (const code of [
    'glyph_missing',
    'variable_unknown',
    'student_not_found',
    'certificate_inactive',
  ] as const) {
    expect([code, isRowError(new AppError(code))]).toEqual([code, true]);
  }
});

it('takes outages, failed timestamps and bugs for faults, which are retried', () => {
  for (const fault of [
    new AppError('unavailable'),
    new AppError('timestamp_failed'),
    new AppError('internal'),
    new TypeError('a bug'),
    undefined,
  ]) {
    expect(isRowError(fault)).toBe(false);
  }
});

it('distinguishes an unreadable image from one that could not be fetched', () => {
  expect(isRowError(new AppError('image_unreadable'))).toBe(true);
  expect(isRowError(new AppError('image_unreadable', { cause: new AppError('unavailable') }))).toBe(false);
});
