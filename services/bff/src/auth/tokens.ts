import { createHash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  EncryptJWT,
  errors,
  exportJWK,
  importJWK,
  type JWK,
  jwtDecrypt,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { MasterKeys } from './derived-keys.ts';

/** The only algorithm of access tokens, required when signing and verifying; the browser's auth client supports it. */
const algorithm = 'ES256';

export interface AccessClaims {
  /** The user's id. */
  sub: string;
  session_id: string;
  /** The refresh counter it was issued with: its first use shows that the client received the response. */
  session_counter: number;
  email: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
}

export interface AccessTokens {
  /** A JWT (RFC 7519) that is valid for `seconds`. */
  issue(claims: AccessClaims, seconds: number): Promise<string>;
  /** Returns `expired` and `invalid` as results; throws for other errors. */
  read(token: string): Promise<ReadToken>;
  /** The public keys as a JWK set (RFC 7517). */
  readonly jwks: { keys: JWK[] };
}

export type ReadToken =
  | { kind: 'valid'; userId: string; sessionId: string; sessionCounter: number; expiresAt: Date }
  | { kind: 'expired' }
  | { kind: 'invalid' };

/** Tokens whose verified claims are cached. */
const maxVerified = 10_000;

type ValidToken = Extract<ReadToken, { kind: 'valid' }>;

/**
 * Access tokens from a private JWK set: the first key signs, all verify, so that keys are rotated by putting a new one
 * first. Throws unless all keys are private P-256 keys.
 */
export async function createAccessTokens(set: { keys: object[] }, issuer: string): Promise<AccessTokens> {
  const keys: JWK[] = [];
  for (const key of set.keys as JWK[]) {
    if (key.kty !== 'EC' || key.crv !== 'P-256' || key.d === undefined) {
      throw new Error('SESSION_KEY must contain only private keys of the curve P-256');
    }
    keys.push({ ...key, alg: algorithm, use: 'sig', kid: key.kid ?? (await calculateJwkThumbprint(key)) });
  }
  const first = keys[0];
  if (first === undefined) throw new Error('SESSION_KEY holds no key');
  const signing = await importJWK(first, algorithm);
  const jwks = { keys: await Promise.all(keys.map(publicHalf)) };
  const verifying = createLocalJWKSet(jwks);
  // A browser sends the same token with every call until it expires, and verifying its signature was about a seventh of
  // the CPU time of a short call. By the hash of the whole token, signature included; the keys never change within a
  // process.
  const verified = new LRUCache<string, ValidToken>({ max: maxVerified });

  return {
    jwks,
    issue: (claims, seconds) =>
      new SignJWT({ ...claims, role: 'authenticated' })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: first.kid! })
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(signing),
    async read(token) {
      const hash = createHash('sha256').update(token).digest('base64');
      const known = verified.get(hash);
      if (known) return known.expiresAt.getTime() > Date.now() ? known : { kind: 'expired' };
      try {
        const { payload } = await jwtVerify(token, verifying, {
          issuer,
          audience: 'authenticated',
          algorithms: [algorithm],
          requiredClaims: ['sub', 'exp', 'session_id', 'session_counter'],
        });
        const valid: ValidToken = {
          kind: 'valid',
          userId: String(payload.sub),
          sessionId: String(payload.session_id),
          sessionCounter: Number(payload.session_counter),
          expiresAt: new Date(payload.exp! * 1_000),
        };
        verified.set(hash, valid);
        return valid;
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { kind: 'expired' };
        if (error instanceof errors.JOSEError) return { kind: 'invalid' };
        throw error;
      }
    },
  };
}

async function publicHalf(key: JWK): Promise<JWK> {
  const exported = await exportJWK(await importJWK({ ...key, d: undefined } as unknown as JWK, algorithm));
  return { ...exported, kid: key.kid!, alg: algorithm, use: 'sig' };
}

/**
 * Encrypted state (JWE, A256GCM) that the browser carries from `authorize` to `callback`, so that nothing is stored in
 * the database before a sign-in.
 */
export interface SealedCookie<Value extends object> {
  seal(value: Value, seconds: number): Promise<string>;
  /** `undefined` when it is expired, was changed, or was sealed with another key or purpose. */
  open(text: string): Promise<Value | undefined>;
}

export function createSealedCookie<Value extends object>(
  keys: MasterKeys,
  purpose: string,
): SealedCookie<Value> {
  const secretOf = (key: Uint8Array) =>
    createHash('sha256').update(purpose).update('\0').update(key).digest();
  const [first, ...older] = keys;
  return {
    seal: (value, seconds) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(purpose)
        .setExpirationTime(`${seconds}s`)
        .encrypt(secretOf(first)),
    async open(text) {
      for (const key of [first, ...older]) {
        try {
          const { payload } = await jwtDecrypt(text, secretOf(key), {
            audience: purpose,
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return payload.value as Value;
        } catch (error) {
          if (!(error instanceof errors.JOSEError)) throw error;
        }
      }
      return undefined;
    },
  };
}
