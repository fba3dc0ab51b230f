import { describe, expect, it } from 'vitest';
import { generateWrappingKeys, openPrivateKey, type SealedKey, sealPrivateKey } from './sealing.ts';

const pkcs8 = new TextEncoder().encode('the bytes of a key');
const owner = { tenantId: 'tenant', keyId: 'key' };
const pair = generateWrappingKeys();
const seal = () => sealPrivateKey(pkcs8, { ...owner, publicWrappingKey: pair.publicKey });
const open = (sealed: SealedKey, overrides: Partial<typeof owner & { privateWrappingKey: string }> = {}) =>
  openPrivateKey(sealed, { ...owner, privateWrappingKey: pair.privateKey, ...overrides });

describe('a sealed private key', () => {
  it('opens with the private wrapping key, also after a journey through JSON', () => {
    expect(open(JSON.parse(JSON.stringify(seal())))).toEqual(pkcs8);
  });

  it('never looks the same twice', () => {
    expect(seal().sealedKey).not.toBe(seal().sealedKey);
  });

  it('stays closed for another tenant, another record, another wrapping key', () => {
    const sealed = seal();
    const other = generateWrappingKeys().privateKey;
    for (const wrong of [{ tenantId: 'x' }, { keyId: 'x' }, { privateWrappingKey: other }]) {
      expect(() => open(sealed, wrong)).toThrow(expect.objectContaining({ code: 'signing_failed' }));
    }
  });

  it('stays closed when any part of it was changed or exchanged', () => {
    const sealed = seal();
    const another = seal();
    for (const part of ['ephemeralKey', 'wrappedKey', 'sealedKey'] as const) {
      const bytes = Buffer.from(sealed[part], 'base64url');
      bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
      expect(() => open({ ...sealed, [part]: bytes.toString('base64url') })).toThrow();
      expect(() => open({ ...sealed, [part]: another[part] })).toThrow();
      expect(() => open({ ...sealed, [part]: '' })).toThrow();
    }
  });
});
