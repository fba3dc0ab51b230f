import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { createCookieJar } from './cookies.ts';

/** Records the cookies that are set. */
function recorder() {
  const set: { name: string; options: object }[] = [];
  const keep = (name: string, _value: unknown, options?: object) =>
    set.push({ name, options: options ?? {} });
  return {
    set,
    response: { cookie: keep, clearCookie: (name: string, options: object) => keep(name, '', options) },
  };
}
const requestWith = (cookie: string) => ({ headers: { cookie } }) as Request;

it('sets Secure cookies with the __Secure- prefix under https', () => {
  const scope = { path: '/auth/v1', sameSite: 'strict', maxAgeMs: 1_000 } as const;
  for (const isHttps of [true, false]) {
    const { set, response } = recorder();
    createCookieJar(isHttps).set(response as unknown as Response, 'sello_refresh', 'x', scope);
    createCookieJar(isHttps).clear(response as unknown as Response, 'sello_refresh', scope);
    for (const { name, options } of set) {
      expect(name).toBe(isHttps ? '__Secure-sello_refresh' : 'sello_refresh');
      expect(options).toMatchObject({
        httpOnly: true,
        secure: isHttps,
        sameSite: 'strict',
        path: '/auth/v1',
      });
    }
    expect(set).toHaveLength(2);
  }
});

it('reads only its own cookies, the oldest first', () => {
  const request = requestWith('sello_a=0; __Secure-sello_a=1; other=2; __Secure-sello_b=3=4');
  const jar = createCookieJar(true);
  expect(jar.read(request, 'sello_a')).toBe('1');
  expect(jar.read(request, 'sello_b')).toBe('3=4');
  expect(jar.names(request, 'sello_')).toEqual(['sello_a', 'sello_b']);
  expect(jar.read({ headers: {} } as Request, 'sello_a')).toBeUndefined();
});
