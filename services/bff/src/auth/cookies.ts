import type { CookieOptions, Request, Response } from 'express';

export interface CookieJar {
  /** Names that begin with `prefix`, the oldest first. */
  names(request: Request, prefix: string): string[];
  read(request: Request, name: string): string | undefined;
  set(response: Response, name: string, value: string, options: CookieScope): void;
  clear(response: Response, name: string, options: Omit<CookieScope, 'maxAgeMs'>): void;
}

export interface CookieScope {
  path: string;
  sameSite: 'strict' | 'lax';
  maxAgeMs: number;
}

/** HttpOnly cookies; under https also Secure, with the `__Secure-` prefix, which plain HTTP origins cannot set. */
export function createCookieJar(isHttps: boolean): CookieJar {
  const full = (name: string) => (isHttps ? `__Secure-${name}` : name);
  const options = ({ path, sameSite }: Omit<CookieScope, 'maxAgeMs'>): CookieOptions => ({
    httpOnly: true,
    secure: isHttps,
    sameSite,
    path,
  });
  const pairs = (request: Request) =>
    (request.headers.cookie ?? '')
      .split(';')
      .map(
        (pair) =>
          [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()] as const,
      );
  return {
    // Browsers send cookies of one path in the order of creation (RFC 6265, 5.4).
    names: (request, prefix) =>
      pairs(request)
        .map(([name]) => name)
        .filter((name) => name.startsWith(full(prefix)))
        .map((name) => name.slice(full('').length)),
    read: (request, name) => pairs(request).find(([own]) => own === full(name))?.[1],
    set(response, name, value, scope) {
      response.cookie(full(name), value, { ...options(scope), maxAge: scope.maxAgeMs, encode: String });
    },
    clear(response, name, scope) {
      response.clearCookie(full(name), options(scope));
    },
  };
}
