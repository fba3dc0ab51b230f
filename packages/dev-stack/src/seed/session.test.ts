import { describe, expect, it } from 'vitest';
import { CookieJar } from './session.ts';

const answer = (...cookies: string[]): Response => {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { headers });
};
const at = (path: string): URL => new URL(path, 'http://localhost:3000');

describe('the cookie jar', () => {
  it('sends a cookie only to its own path and below', () => {
    const jar = new CookieJar();
    jar.keep(answer('refresh=r1; Path=/auth/v1; HttpOnly; SameSite=Strict'));
    expect(jar.header(at('/auth/v1/token'))).toBe('refresh=r1');
    expect(jar.header(at('/auth/v1'))).toBe('refresh=r1');
    expect(jar.header(at('/auth/v10/token'))).toBe('');
    expect(jar.header(at('/api/students'))).toBe('');
  });

  it('deletes a cookie that has expired or has Max-Age 0', () => {
    const jar = new CookieJar();
    jar.keep(answer('a=1; Path=/', 'b=2; Path=/'));
    jar.keep(answer('a=; Path=/; Max-Age=0', 'b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'));
    expect(jar.header(at('/'))).toBe('');
  });
});
