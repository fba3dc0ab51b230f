import { expect, it } from 'vitest';
import { createRefreshTokens } from './refresh-token.ts';

const tokens = createRefreshTokens([Buffer.alloc(32, 1)]);
const sessionId = '0123456789abcdef01234567';

it.each(['cookie', 'handle'] as const)(
  'round-trips a %s, and writes the same for the same counter',
  (half) => {
    const text = tokens.write(half, sessionId, 4);
    expect(tokens.read(half, text)).toEqual({ sessionId, counter: 4 });
    expect(tokens.write(half, sessionId, 4)).toBe(text);
  },
);

it('refuses a changed counter, another session, another key, the other half and malformed text', () => {
  const text = tokens.write('cookie', sessionId, 4);
  const other = createRefreshTokens([Buffer.alloc(32, 2)]).write('cookie', sessionId, 4);
  const handle = tokens.write('handle', sessionId, 4);
  const changed = [text.replace('.4.', '.5.'), text.replace(/^0/, '1')];
  for (const bad of [...changed, other, handle, '', 'nonsense', `${sessionId}.4`]) {
    expect(tokens.read('cookie', bad)).toBeUndefined();
  }
  for (const bad of [text, `${sessionId}.4`]) expect(tokens.read('handle', bad)).toBeUndefined();
});
