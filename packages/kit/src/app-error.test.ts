import { describe, expect, it } from 'vitest';
import { AppError, isAppError, toRowError } from './app-error.ts';

describe('AppError', () => {
  it('takes its message from the closed list and keeps the cause', () => {
    const cause = new Error('underneath');
    const error = new AppError('glyph_missing', { details: { character: '龍' }, cause });
    expect(error.message).toBe('The font has no “龍”');
    expect(error.cause).toBe(cause);
    expect(isAppError(error)).toBe(true);
    expect(isAppError(error, 'glyph_missing')).toBe(true);
    expect(isAppError(error, 'internal')).toBe(false);
    expect(isAppError(cause)).toBe(false);
  });

  it('becomes a row error that holds no stack and no cause', () => {
    const error = new AppError('variable_unknown', { details: { variable: 'custom.hours' }, cause: 'x' });
    expect(toRowError(error)).toEqual({
      code: 'variable_unknown',
      message: 'The template asks for custom.hours, which nobody fills',
      details: { variable: 'custom.hours' },
    });
  });

  it('stores an unknown fault with a row as `internal`, without its text', () => {
    expect(toRowError(new Error('dup key: ana@example.org'))).toEqual({
      code: 'internal',
      message: 'Internal server error',
    });
  });
});
