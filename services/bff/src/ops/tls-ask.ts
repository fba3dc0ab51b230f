import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Store } from '@sello/store';

/**
 * `GET /internal/tls-ask?domain=`: whether the reverse proxy may obtain a TLS certificate for this host: 200 for verified
 * domains, else 403. One indexed read and no DNS query, because the proxy calls it in every handshake with a new host.
 */
export async function tlsAsk(
  store: Pick<Store, 'domains'> | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  if (url.pathname !== '/internal/tls-ask' || request.method !== 'GET') return false;
  const host = url.searchParams.get('domain')?.toLowerCase().replace(/\.$/, '') ?? '';
  const isWellFormed = /^[a-z\d.-]{1,253}$/.test(host);
  const found = isWellFormed && store !== undefined ? await store.domains.acrossTenants.byHost(host) : null;
  response.writeHead(found === null ? 403 : 200, { 'content-type': 'text/plain' });
  response.end(found === null ? 'no' : 'yes');
  return true;
}
