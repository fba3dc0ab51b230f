import type { CookieOptions, Request, Response } from 'express';

export interface CookieJar {
  read(request: Request, name: string): string | undefined;
  set(response: Response, name: string, value: string, options: CookieScope): void;
  clear(response: Response, name: string, options: Omit<CookieScope, 'maxAgeMs'>): void;
}

export interface CookieScope {
  path: string;
  sameSite: 'strict' | 'lax';
  maxAgeMs: number;
}

/** Cookies that no script can read; under https never sent in clear, and named so that no other site can set them. */
export function createCookieJar(isHttps: boolean): CookieJar {
  const full = (name: string) => (isHttps ? `__Secure-${name}` : name);
  const options = ({ path, sameSite }: Omit<CookieScope, 'maxAgeMs'>): CookieOptions => ({
    httpOnly: true,
    secure: isHttps,
    sameSite,
    path,
  });
  return {
    read(request, name) {
      const wanted = full(name);
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const equals = pair.indexOf('=');
        if (equals !== -1 && pair.slice(0, equals).trim() === wanted) return pair.slice(equals + 1).trim();
      }
      return undefined;
    },
    set(response, name, value, scope) {
      response.cookie(full(name), value, { ...options(scope), maxAge: scope.maxAgeMs, encode: String });
    },
    clear(response, name, scope) {
      response.clearCookie(full(name), options(scope));
    },
  };
}
