import { describe, expect, it } from 'vitest';
import { openPrivateKey, rewrapPrivateKey, type SealedKey, sealPrivateKey } from './sealing.ts';
import { generateWrappingKeys, publicHalfOf, wrappingKeyId } from './wrapping-keys.ts';

const pkcs8 = new TextEncoder().encode('the bytes of a key');
const owner = { tenantId: 'tenant', keyId: 'key' };
const pair = generateWrappingKeys();
const seal = () => sealPrivateKey(pkcs8, { ...owner, publicWrappingKey: pair.publicKey });
const open = (sealed: SealedKey, overrides: Partial<typeof owner & { privateWrappingKeys: string[] }> = {}) =>
  openPrivateKey(sealed, { ...owner, privateWrappingKeys: [pair.privateKey], ...overrides });

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
    for (const wrong of [{ tenantId: 'x' }, { keyId: 'x' }, { privateWrappingKeys: [other] }]) {
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

  it('names the wrapping key that it was sealed to, and opens with it among several', () => {
    const sealed = seal();
    expect(sealed.wrappingKeyId).toBe(wrappingKeyId(pair.publicKey));
    expect(publicHalfOf(pair.privateKey)).toBe(pair.publicKey);
    const other = generateWrappingKeys().privateKey;
    expect(open(sealed, { privateWrappingKeys: [other, pair.privateKey] })).toEqual(pkcs8);
  });

  it('says which wrapping key is missing', () => {
    const other = generateWrappingKeys().privateKey;
    const id = wrappingKeyId(pair.publicKey);
    expect(() => open(seal(), { privateWrappingKeys: [other] })).toThrow(
      expect.objectContaining({
        code: 'signing_failed',
        details: { why: `the private wrapping key ${id} is missing`, wrappingKeyId: id },
      }),
    );
  });

  it('opens without an id, as they were written before, with whichever of the keys fits', () => {
    const { wrappingKeyId: _, ...former } = seal();
    const other = generateWrappingKeys().privateKey;
    expect(open(former, { privateWrappingKeys: [other, pair.privateKey] })).toEqual(pkcs8);
    expect(() => open(former, { privateWrappingKeys: [other] })).toThrow(
      expect.objectContaining({ details: { why: 'the private key cannot be opened' } }),
    );
  });

  it('stays closed when it names another key than the one it was sealed to', () => {
    const other = generateWrappingKeys();
    const moved = { ...seal(), wrappingKeyId: wrappingKeyId(other.publicKey) };
    expect(() => open(moved, { privateWrappingKeys: [pair.privateKey, other.privateKey] })).toThrow();
  });

  it('is sealed to another wrapping key without being opened, and no longer opens with the former', () => {
    const next = generateWrappingKeys();
    const sealed = seal();
    const rewrapped = rewrapPrivateKey(sealed, {
      ...owner,
      privateWrappingKeys: [pair.privateKey],
      publicWrappingKey: next.publicKey,
    });
    expect(rewrapped).toMatchObject({
      sealedKey: sealed.sealedKey,
      wrappingKeyId: wrappingKeyId(next.publicKey),
    });
    expect(open(rewrapped, { privateWrappingKeys: [next.privateKey] })).toEqual(pkcs8);
    expect(() => open(rewrapped)).toThrow(expect.objectContaining({ code: 'signing_failed' }));
  });
});
