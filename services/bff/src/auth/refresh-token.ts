import { createMacs, type MasterKeys } from './derived-keys.ts';

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

export function createRefreshTokens(keys: MasterKeys): RefreshTokens {
  const purposes = { cookie: 'refresh cookie', handle: 'refresh handle' } as const satisfies Record<
    RefreshHalf,
    string
  >;
  const macs = createMacs(keys);
  const signed = (half: RefreshHalf, text: string) => `${purposes[half]}\0${text}`;
  return {
    write(half, sessionId, counter) {
      const text = `${sessionId}.${counter}`;
      return `${text}.${macs.write(signed(half, text))}`;
    },
    read(half, text) {
      const match = /^([0-9a-f]{24})\.(\d{1,10})\.([\w-]{43})$/.exec(text);
      if (!match) return undefined;
      const [, sessionId, counter, given] = match;
      if (!macs.accepts(signed(half, `${sessionId}.${counter}`), given!)) return undefined;
      return { sessionId: sessionId!, counter: Number(counter) };
    },
  };
}
