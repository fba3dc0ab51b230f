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
  it('opens with the private wrapping key, also after serialization as JSON', () => {
    expect(open(JSON.parse(JSON.stringify(seal())))).toEqual(pkcs8);
  });

  it('differs each time the same key is sealed', () => {
    expect(seal().sealedKey).not.toBe(seal().sealedKey);
  });

  it('cannot be opened for another tenant, another record or with another wrapping key', () => {
    const sealed = seal();
    const other = generateWrappingKeys().privateKey;
    for (const wrong of [{ tenantId: 'x' }, { keyId: 'x' }, { privateWrappingKeys: [other] }]) {
      expect(() => open(sealed, wrong)).toThrow(expect.objectContaining({ code: 'signing_failed' }));
    }
  });

  it('cannot be opened when any part of it was changed or exchanged', () => {
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

  it('reports which wrapping key is missing', () => {
    const other = generateWrappingKeys().privateKey;
    const id = wrappingKeyId(pair.publicKey);
    expect(() => open(seal(), { privateWrappingKeys: [other] })).toThrow(
      expect.objectContaining({
        code: 'signing_failed',
        details: { why: `the private wrapping key ${id} is missing`, wrappingKeyId: id },
      }),
    );
  });

  it('opens with any matching key when it has no id, as in earlier versions', () => {
    const { wrappingKeyId: _, ...former } = seal();
    const other = generateWrappingKeys().privateKey;
    expect(open(former, { privateWrappingKeys: [other, pair.privateKey] })).toEqual(pkcs8);
    expect(() => open(former, { privateWrappingKeys: [other] })).toThrow(
      expect.objectContaining({ details: { why: 'the private key cannot be opened' } }),
    );
  });

  it('cannot be opened when it names another key than the one it was sealed to', () => {
    const other = generateWrappingKeys();
    const moved = { ...seal(), wrappingKeyId: wrappingKeyId(other.publicKey) };
    expect(() => open(moved, { privateWrappingKeys: [pair.privateKey, other.privateKey] })).toThrow();
  });

  it('can be rewrapped to another wrapping key without being opened, and no longer opens with the former', () => {
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
