/** Where a sign-in may send the browser: this path of our own origin, with whatever query the client keeps there. */
const callbackPath = '/auth/callback';

/** The address to return to, or `undefined` when it is not ours. Without one it is the application's callback. */
export function readRedirect(given: unknown, publicUrl: string): URL | undefined {
  const own = new URL(callbackPath, publicUrl);
  if (given === undefined || given === '') return own;
  if (typeof given !== 'string' || given.length > 2_000 || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const isOurs =
    url.origin === own.origin && url.pathname === own.pathname && url.username === '' && url.password === '';
  if (!isOurs) return undefined;
  url.hash = '';
  return url;
}

/** The same address with more in its query; what was there by these names is replaced. */
export function withQuery(url: URL, more: Record<string, string>): string {
  const next = new URL(url);
  for (const [name, value] of Object.entries(more)) next.searchParams.set(name, value);
  return next.href;
}
