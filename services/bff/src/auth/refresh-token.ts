import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The refresh credential: `sessionId.counter.mac`. The session keeps one counter, so the current credential can be
 * written again at any time, and an older one is recognised by its lower counter, without a list of past ones.
 */
export interface RefreshTokens {
  write(sessionId: string, counter: number): string;
  /** `undefined` when it was not written here. */
  read(text: string): { sessionId: string; counter: number } | undefined;
  /** The handle that the client keeps instead: it names the counter that the client has seen and gives no access. */
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
