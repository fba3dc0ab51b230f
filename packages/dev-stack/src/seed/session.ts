import { createHash, randomBytes } from 'node:crypto';

/** The session as the browser's auth client receives it. */
export interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  user: { id: string; email: string };
}

/** The cookies of one browser, by name and path; like browsers it ignores the port. It serves one host. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const attribute = (wanted: string): string | undefined =>
        attributes.find((entry) => entry.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const path = attribute('path') ?? '/';
      const expires = attribute('expires');
      const isOver =
        attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now());
      if (isOver) this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { value, path });
    }
  }

  header(url: URL): string {
    const fits = (path: string): boolean =>
      url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
    return [...this.#cookies]
      .filter(([, cookie]) => fits(cookie.path))
      .map(([key, cookie]) => `${key.slice(0, key.indexOf(' '))}=${cookie.value}`)
      .join('; ');
  }
}

/** A minimal browser: stores cookies and follows no redirects by itself. */
export class Browser {
  readonly #jar: CookieJar;

  constructor(jar = new CookieJar()) {
    this.#jar = jar;
  }

  async request(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookies = this.#jar.header(new URL(url));
    if (cookies !== '') headers.set('cookie', cookies);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.#jar.keep(response);
    return response;
  }
}

/** A sign-in that the app refused, with the `error_code` of its redirect. */
class SignInRefused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`sign-in was refused: ${code}`);
    this.code = code;
  }
}

const HOPS = 12;

/**
 * Signs a person in as a browser does: authorization code with PKCE at the app, the account chosen on the issuer's
 * page, the code redeemed for a session.
 * @throws SignInRefused with the app's `error_code`
 */
export async function openSession(
  app: string,
  issuer: string,
  email: string,
  browser = new Browser(),
): Promise<{ session: Session; browser: Browser }> {
  const verifier = randomBytes(32).toString('base64url');
  const begin = new URL('/auth/v1/authorize', app);
  begin.search = new URLSearchParams({
    provider: 'google',
    redirect_to: `${app}/auth/callback`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  }).toString();

  let url = begin;
  let response = await browser.request(url);
  for (let hop = 0; hop < HOPS; hop++) {
    if (
      url.origin === new URL(issuer).origin &&
      url.pathname.startsWith('/interaction/') &&
      response.status === 200
    ) {
      response = await browser.request(url, { method: 'POST', body: new URLSearchParams({ email }) });
    }
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(
        `sign-in stopped at ${url.pathname} with ${response.status}: ${(await response.text()).slice(0, 300)}`,
      );
    }
    url = new URL(location, url);
    if (url.origin === new URL(app).origin && url.pathname === '/auth/callback') break;
    response = await browser.request(url);
  }
  const code = url.searchParams.get('code');
  if (code === null) throw new SignInRefused(url.searchParams.get('error_code') ?? 'no code');
  const session = await tokenCall(browser, app, 'pkce', { auth_code: code, code_verifier: verifier });
  return { session, browser };
}

/** Calls the token endpoint with a JSON body. */
export async function tokenCall(
  browser: Browser,
  app: string,
  grant: 'pkce' | 'refresh_token',
  body: Record<string, string>,
): Promise<Session> {
  const response = await browser.request(`${app}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new SignInRefused(`${response.status} ${await response.text()}`);
  return (await response.json()) as Session;
}
