import { createHash, randomBytes } from 'node:crypto';
import { Browser } from './browser.ts';

export const cookieName = 'sello_refresh';
export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

export function authorizeUrl(app: string, challenge: string, more: Record<string, string> = {}): URL {
  const url = new URL('/auth/v1/authorize', app);
  url.search = new URLSearchParams({
    provider: 'google',
    redirect_to: `${app}/auth/callback`,
    code_challenge: challenge,
    code_challenge_method: 's256',
    ...more,
  }).toString();
  return url;
}

/** Navigates to the application's callback, which gets a code or an error. */
export async function callback(
  browser: Browser,
  app: string,
  email: string | null,
  challenge = pkce().challenge,
) {
  return browser.navigate(authorizeUrl(app, challenge), `${app}/auth/callback`, email);
}

export const post = (browser: Browser, url: string, body: unknown, type = 'application/json') =>
  browser.fetch(url, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });
export const redeem = (browser: Browser, app: string, code: string, verifier: string) =>
  post(browser, `${app}/auth/v1/token?grant_type=pkce`, { auth_code: code, code_verifier: verifier });
export const refreshAt = (app: string, browser: Browser, handle: string) =>
  post(browser, `${app}/auth/v1/token?grant_type=refresh_token`, { refresh_token: handle });

export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string; email: string; app_metadata: { roles: string[]; permissions: string[] } };
}

/** Signs in step by step as a browser does; throws when the code is refused. */
export async function signInAt(
  app: string,
  email = 'ana@example.org',
  browser = new Browser(),
): Promise<{ browser: Browser; session: Session }> {
  const { verifier, challenge } = pkce();
  const code = (await callback(browser, app, email, challenge)).searchParams.get('code')!;
  const response = await redeem(browser, app, code, verifier);
  if (response.status !== 200) throw new Error(`the code was answered with ${response.status}`);
  return { browser, session: (await response.json()) as Session };
}

export const sessionIdOf = ({ access_token }: Session): string =>
  JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString()).session_id;
export const userCallAt = (app: string, browser: Browser, token: string) =>
  browser.fetch(`${app}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
