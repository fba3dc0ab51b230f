/** A minimal browser: stores cookies by name and path, does not follow redirects by itself. */
export class Browser {
  readonly #userAgent: string | undefined;

  constructor(userAgent?: string) {
    this.#userAgent = userAgent;
  }

  readonly cookies = new Map<string, { value: string; path: string; attributes: string }>();

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    const own = [...this.cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    if (own.length > 0) headers.set('cookie', own.join('; '));
    if (this.#userAgent !== undefined) headers.set('user-agent', this.#userAgent);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      const path = attributes.find((text) => text.startsWith('Path='))?.slice(5) ?? '/';
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, { value, path, attributes: attributes.join('; ') });
    }
    return response;
  };

  /** Follows redirects, choosing the account at the identity provider (null cancels), until a URL starts with `stop`. */
  async navigate(from: string | URL, stop: string, email: string | null): Promise<URL> {
    let url = new URL(from);
    for (let hop = 0; hop < 15; hop++) {
      if (url.href.startsWith(stop)) return url;
      let response = await this.fetch(url);
      if (response.status === 200 && url.pathname.startsWith('/interaction/')) {
        const target = email === null ? new URL(`${url.pathname}/cancel`, url) : url;
        const body = new URLSearchParams(email === null ? {} : { email });
        response = await this.fetch(target, { method: 'POST', body });
      }
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`stopped at ${url} with ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error(`no end at ${url}`);
  }
}
