import type { Session } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { readClaims } from './claims.ts';
import { isOwnPath } from './index.ts';
import { stateOf } from './session.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (payload: unknown): string => `${part({ alg: 'ES256' })}.${part(payload)}.x`;

describe('the claims of the token', () => {
  it('are read, also when the payload has characters beyond ASCII', () => {
    const metadata = { permissions: ['students.view'], roles: ['owner'], tenantId: 'a'.repeat(24) };
    expect(readClaims(token({ app_metadata: metadata, name: 'Ñahui ÿ' }))).toEqual(metadata);
  });

  it.each(['', 'x', 'a.b.c', token({ app_metadata: { roles: ['king'] } }), token(null)])(
    'that cannot be read grant nothing: %s',
    (text) => {
      expect(readClaims(text)).toBeUndefined();
    },
  );
});

describe('the session', () => {
  const session = {
    access_token: 't',
    user: { id: 'u', email: 'a@example.org', user_metadata: { full_name: 'Ana' } },
  } as unknown as Session;

  it('is signed in, signed out, or kept while the server is unreachable', () => {
    expect(stateOf(session, false)).toEqual({
      status: 'signed-in',
      user: { id: 'u', email: 'a@example.org', name: 'Ana' },
      accessToken: 't',
    });
    expect(stateOf(null, false)).toEqual({ status: 'signed-out' });
    expect(stateOf(null, true)).toEqual({ status: 'unreachable' });
  });

  it('returns only to paths of this origin', () => {
    expect(isOwnPath('/students?q=a')).toBe(true);
    expect(['//evil.example', '/\\evil.example', 'https://evil.example', ''].some(isOwnPath)).toBe(false);
  });
});
