import { generateKeyPairSync } from 'node:crypto';
import { importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { createRefreshTokens } from './refresh-token.ts';
import { createAccessTokens, createSealedCookie } from './tokens.ts';

const issuer = 'https://sello.example/auth/v1';
const newKey = (kid?: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  ...(kid === undefined ? {} : { kid }),
});
const setOf = (...keys: object[]) => ({ keys });

const claims = {
  sub: 'a'.repeat(24),
  session_id: 'b'.repeat(24),
  session_counter: 3,
  email: 'ana@example.org',
  app_metadata: {},
  user_metadata: {},
};

describe('access tokens', () => {
  it('are still valid after a new key was put first', async () => {
    const old = newKey('old');
    const token = await (await createAccessTokens(setOf(old), issuer)).issue(claims, 600);
    const rotated = await createAccessTokens(setOf(newKey('new'), old), issuer);
    expect(await rotated.read(token)).toMatchObject({ kind: 'valid', userId: claims.sub });
    expect(rotated.jwks.keys.map((key) => key.kid)).toEqual(['new', 'old']);
  });

  it('expire, and are refused when changed, after they were read before', async () => {
    const tokens = await createAccessTokens(setOf(newKey()), issuer);
    const token = await tokens.issue(claims, 600);
    const first = await tokens.read(token);
    expect(await tokens.read(token)).toEqual(first);
    const [head, body] = token.split('.');
    const other = (await tokens.issue({ ...claims, sub: 'c'.repeat(24) }, 600)).split('.')[2];
    for (const bad of [`${head}.${body}.${other}`, `${head}.${body}.`, ` ${token}`, `${token}A`]) {
      expect(await tokens.read(bad)).toEqual({ kind: 'invalid' });
    }
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
    try {
      expect(await tokens.read(token)).toEqual({ kind: 'expired' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('are refused when changed, unsigned, of another issuer, or signed with another key', async () => {
    const key = newKey();
    const tokens = await createAccessTokens(setOf(key), issuer);
    const token = await tokens.issue(claims, 600);
    const [head, , signature] = token.split('.');
    const body = Buffer.from(JSON.stringify({ ...claims, sub: 'c'.repeat(24), iss: issuer })).toString(
      'base64url',
    );
    const hmac = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience('authenticated')
      .setExpirationTime('10m')
      .sign(Buffer.from(JSON.stringify(tokens.jwks.keys[0])));
    const foreign = await (await createAccessTokens(setOf(key), 'https://other.example')).issue(claims, 600);
    const forged = await (await createAccessTokens(setOf(newKey()), issuer)).issue(claims, 600);
    const none = new UnsecuredJWT({ ...claims }).setIssuer(issuer).setExpirationTime('10m').encode();
    for (const bad of [
      `${head}.${body}.${signature}`,
      hmac,
      foreign,
      forged,
      none,
      '',
      'a.b.c',
      token.slice(0, -2),
    ]) {
      expect(await tokens.read(bad)).toEqual({ kind: 'invalid' });
    }
  });

  it('are refused for another audience, before their time, without their claims, or as another credential', async () => {
    const key = newKey();
    const tokens = await createAccessTokens(setOf(key), issuer);
    const signing = await importJWK({ ...key, alg: 'ES256' }, 'ES256');
    const signed = (audience: string, more: (token: SignJWT) => SignJWT, given: object = claims) =>
      more(
        new SignJWT({ ...given })
          .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: tokens.jwks.keys[0]!.kid! })
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime('10m'),
      ).sign(signing);
    const { session_id: _, ...withoutSession } = claims;
    const refresh = createRefreshTokens([Buffer.alloc(32, 1)]);
    expect(await tokens.read(await signed('authenticated', (token) => token))).toMatchObject({
      kind: 'valid',
    });
    for (const bad of [
      await signed('anon', (token) => token),
      await signed('sign-in', (token) => token),
      await signed('authenticated', (token) => token.setNotBefore('5m')),
      await signed('authenticated', (token) => token, withoutSession),
      refresh.write('handle', claims.session_id, 3),
      refresh.write('cookie', claims.session_id, 3),
      await createSealedCookie([Buffer.alloc(32, 7)], 'sign-in').seal(claims, 60),
    ]) {
      expect(await tokens.read(bad)).toEqual({ kind: 'invalid' });
    }
  });

  it('are reported as expired, not as invalid', async () => {
    const tokens = await createAccessTokens(setOf(newKey()), issuer);
    expect(await tokens.read(await tokens.issue(claims, -1))).toEqual({ kind: 'expired' });
  });

  it('never expose a private key, and accept only private P-256 keys', async () => {
    const tokens = await createAccessTokens(setOf(newKey()), issuer);
    expect(JSON.stringify(tokens.jwks)).not.toContain('"d"');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await expect(createAccessTokens(setOf(privateKey.export({ format: 'jwk' })), issuer)).rejects.toThrow(
      'P-256',
    );
    const { d: _secret, ...publicHalf } = newKey() as Record<string, unknown>;
    await expect(createAccessTokens(setOf(publicHalf), issuer)).rejects.toThrow('private');
  });
});

describe('the sealed cookie', () => {
  const key = Buffer.alloc(32, 7);

  it('opens only with the same key and purpose, unchanged and before it expires', async () => {
    const cookie = createSealedCookie<{ state: string }>([key], 'sign-in');
    const text = await cookie.seal({ state: 's' }, 60);
    expect(await cookie.open(text)).toEqual({ state: 's' });
    expect(await createSealedCookie([key], 'other').open(text)).toBeUndefined();
    expect(await createSealedCookie([Buffer.alloc(32, 8)], 'sign-in').open(text)).toBeUndefined();
    expect(await cookie.open(`${text.slice(0, -3)}AAA`)).toBeUndefined();
    expect(await cookie.open(await cookie.seal({ state: 's' }, -1))).toBeUndefined();
  });
});
