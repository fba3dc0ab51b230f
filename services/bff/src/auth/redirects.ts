/** The only allowed redirect target of a sign-in: this path on our own origin, with any query. */
const callbackPath = '/auth/callback';

/** The redirect target, `undefined` when it is not allowed. The default is the application's callback. */
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

/** The URL with these query parameters set; existing ones of the same names are replaced. */
export function withQuery(url: URL, more: Record<string, string>): string {
  const next = new URL(url);
  for (const [name, value] of Object.entries(more)) next.searchParams.set(name, value);
  return next.href;
}
