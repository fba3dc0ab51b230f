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

/** The one algorithm of access tokens: pinned on both sides, and one that the browser client can verify. */
const algorithm = 'ES256';

export interface AccessClaims {
  /** The user's id. */
  sub: string;
  session_id: string;
  /** The refresh counter it was issued with: its first use shows that the answer arrived. */
  session_counter: number;
  email: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
}

export interface AccessTokens {
  /** JWT (RFC 7519) that holds for `seconds`. */
  issue(claims: AccessClaims, seconds: number): Promise<string>;
  /** `expired` and `invalid` are answers; anything else that goes wrong is thrown. */
  read(token: string): Promise<ReadToken>;
  /** RFC 7517: the public halves of every key. */
  readonly jwks: { keys: JWK[] };
}

export type ReadToken =
  | { kind: 'valid'; userId: string; sessionId: string; sessionCounter: number; expiresAt: Date }
  | { kind: 'expired' }
  | { kind: 'invalid' };

/**
 * Access tokens from a private JWK set: the first key signs, all verify, so that a key is changed by putting a new one
 * in front. Throws when the set has no private P-256 key.
 */
export async function createAccessTokens(set: { keys: object[] }, issuer: string): Promise<AccessTokens> {
  const keys: JWK[] = [];
  for (const key of set.keys as JWK[]) {
    if (key.kty !== 'EC' || key.crv !== 'P-256' || key.d === undefined) {
      throw new Error('SESSION_KEY must hold private keys of the curve P-256 alone');
    }
    keys.push({ ...key, alg: algorithm, use: 'sig', kid: key.kid ?? (await calculateJwkThumbprint(key)) });
  }
  const first = keys[0];
  if (first === undefined) throw new Error('SESSION_KEY holds no key');
  const signing = await importJWK(first, algorithm);
  const jwks = { keys: await Promise.all(keys.map(publicHalf)) };
  const verifying = createLocalJWKSet(jwks);

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
      try {
        const { payload } = await jwtVerify(token, verifying, {
          issuer,
          audience: 'authenticated',
          algorithms: [algorithm],
          requiredClaims: ['sub', 'exp', 'session_id', 'session_counter'],
        });
        return {
          kind: 'valid',
          userId: String(payload.sub),
          sessionId: String(payload.session_id),
          sessionCounter: Number(payload.session_counter),
          expiresAt: new Date(payload.exp! * 1_000),
        };
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
 * The state that the browser carries from `authorize` to `callback`, encrypted (JWE, A256GCM): nothing is stored before
 * a sign-in.
 */
export interface SealedCookie<Value extends object> {
  seal(value: Value, seconds: number): Promise<string>;
  /** `undefined` when it is expired, foreign or changed. */
  open(text: string): Promise<Value | undefined>;
}

export function createSealedCookie<Value extends object>(
  key: Uint8Array,
  purpose: string,
): SealedCookie<Value> {
  const secret = createHash('sha256').update(purpose).update('\0').update(key).digest();
  return {
    seal: (value, seconds) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(purpose)
        .setExpirationTime(`${seconds}s`)
        .encrypt(secret),
    async open(text) {
      try {
        const { payload } = await jwtDecrypt(text, secret, {
          audience: purpose,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return payload.value as Value;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
