import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What keys derive from, at least 32 bytes each: the first is used for what is new, all for what they made before. */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]];

/** The key of 32 bytes for one purpose from each master key, in their order (HKDF, RFC 5869, with SHA-256). */
export function deriveKeys([first, ...older]: MasterKeys, purpose: string): MasterKeys {
  const derive = (key: Uint8Array) => Buffer.from(hkdfSync('sha256', key, '', `sello ${purpose}`, 32));
  return [derive(first), ...older.map(derive)];
}

/** Message authentication codes of text: HMAC (RFC 2104) with SHA-256, base64url without padding. */
export interface Macs {
  /** With the first key. */
  write(text: string): string;
  /** Whether one of the keys wrote `mac` for this text. Takes the same time for every wrong one. */
  accepts(text: string, mac: string): boolean;
}

export function createMacs(keys: MasterKeys): Macs {
  const macOf = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    write: (text) => macOf(keys[0], text),
    accepts(text, mac) {
      const given = Buffer.from(mac);
      return keys.some((key) => {
        const expected = Buffer.from(macOf(key, text));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}
