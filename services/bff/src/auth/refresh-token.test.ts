import { expect, it } from 'vitest';
import { createRefreshTokens } from './refresh-token.ts';

const tokens = createRefreshTokens(Buffer.alloc(32, 1));
const sessionId = '0123456789abcdef01234567';

it('reads what it wrote, and writes the same for the same counter', () => {
  const text = tokens.write(sessionId, 4);
  expect(tokens.read(text)).toEqual({ sessionId, counter: 4 });
  expect(tokens.write(sessionId, 4)).toBe(text);
});

it('refuses a changed counter, another session, another key and anything else', () => {
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

it('gives the client a handle that opens nothing', () => {
  const handle = tokens.handle(sessionId, 4);
  expect(tokens.read(handle)).toBeUndefined();
  expect(tokens.readHandle(handle)).toEqual({ sessionId, counter: 4 });
  expect(tokens.readHandle('nonsense')).toBeUndefined();
});
