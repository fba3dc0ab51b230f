import { expect, it } from 'vitest';
import { createRefreshTokens } from './refresh-token.ts';

const tokens = createRefreshTokens(Buffer.alloc(32, 1));
const sessionId = '0123456789abcdef01234567';

it('round-trips, and writes the same credential for the same counter', () => {
  const text = tokens.write(sessionId, 4);
  expect(tokens.read(text)).toEqual({ sessionId, counter: 4 });
  expect(tokens.write(sessionId, 4)).toBe(text);
});

it('refuses a changed counter, another session, another key and malformed text', () => {
  const text = tokens.write(sessionId, 4);
  const other = createRefreshTokens(Buffer.alloc(32, 2)).write(sessionId, 4);
  for (const bad of [
    text.replace('.4.', '.5.'),
    text.replace(/^0/, '1'),
    other,
    '',
    tokens.handle(sessionId, 4),
  ]) {
    expect(tokens.read(bad)).toBeUndefined();
  }
});

it('creates a handle that is not a valid credential', () => {
  const handle = tokens.handle(sessionId, 4);
  expect(tokens.read(handle)).toBeUndefined();
  expect(tokens.readHandle(handle)).toEqual({ sessionId, counter: 4 });
  expect(tokens.readHandle('nonsense')).toBeUndefined();
});
