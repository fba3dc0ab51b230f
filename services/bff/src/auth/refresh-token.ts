import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The refresh credential: `sessionId.counter.mac`. The session stores only a counter: the current credential can be
 * computed again at any time, and an older one is recognized by its lower counter, without a list of past ones.
 */
export interface RefreshTokens {
  write(sessionId: string, counter: number): string;
  /** `undefined` when the MAC is not valid. */
  read(text: string): { sessionId: string; counter: number } | undefined;
  /** The handle that the client stores as its refresh token: the counter it has seen last. It gives no access. */
  handle(sessionId: string, counter: number): string;
  readHandle(text: string): { sessionId: string; counter: number } | undefined;
}

export function createRefreshTokens(key: Uint8Array): RefreshTokens {
  const mac = (text: string) => createHmac('sha256', key).update(`refresh\0${text}`).digest('base64url');
  return {
    write(sessionId, counter) {
      const text = `${sessionId}.${counter}`;
      return `${text}.${mac(text)}`;
    },
    read(text) {
      const match = /^([0-9a-f]{24})\.(\d{1,10})\.([\w-]{43})$/.exec(text);
      if (!match) return undefined;
      const [, sessionId, counter, given] = match;
      const expected = mac(`${sessionId}.${counter}`);
      if (!timingSafeEqual(Buffer.from(given!), Buffer.from(expected))) return undefined;
      return { sessionId: sessionId!, counter: Number(counter) };
    },
    handle: (sessionId, counter) => `${sessionId}.${counter}`,
    readHandle(text) {
      const match = /^([0-9a-f]{24})\.(\d{1,10})$/.exec(text);
      return match ? { sessionId: match[1]!, counter: Number(match[2]) } : undefined;
    },
  };
}
