import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Store } from '@sello/store';

/**
 * `GET /internal/tls-ask?domain=`: whether the edge proxy may get a certificate for this host: only for names that are
 * verified now. One indexed read and no DNS, because the proxy asks for every handshake of a new host.
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
