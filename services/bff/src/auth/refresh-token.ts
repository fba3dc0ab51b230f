import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The refresh credential in two halves, `sessionId.counter.mac` each: a cookie, which no script can read, and a handle,
 * which the client stores. One without the other is worthless, so a copied cookie opens nothing. The session stores only
 * a counter: the current halves can be computed again at any time, and older ones are recognized by their lower counter,
 * without a list of past ones.
 */
export interface RefreshTokens {
  write(half: RefreshHalf, sessionId: string, counter: number): string;
  /** `undefined` when the MAC is not valid. */
  read(half: RefreshHalf, text: string): { sessionId: string; counter: number } | undefined;
}
export type RefreshHalf = 'cookie' | 'handle';

export function createRefreshTokens(key: Uint8Array): RefreshTokens {
  const purposes = { cookie: 'refresh cookie', handle: 'refresh handle' } as const satisfies Record<
    RefreshHalf,
    string
  >;
  const mac = (half: RefreshHalf, text: string) =>
    createHmac('sha256', key).update(`${purposes[half]}\0${text}`).digest('base64url');
  return {
    write(half, sessionId, counter) {
      const text = `${sessionId}.${counter}`;
      return `${text}.${mac(half, text)}`;
    },
    read(half, text) {
      const match = /^([0-9a-f]{24})\.(\d{1,10})\.([\w-]{43})$/.exec(text);
      if (!match) return undefined;
      const [, sessionId, counter, given] = match;
      const expected = mac(half, `${sessionId}.${counter}`);
      if (!timingSafeEqual(Buffer.from(given!), Buffer.from(expected))) return undefined;
      return { sessionId: sessionId!, counter: Number(counter) };
    },
  };
}
