import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hosts } from '../hosts/hosts.ts';

const answers = {
  allowed: [200, 'yes'],
  refused: [403, 'no'],
  unknown: [503, 'not known now'],
} as const;

/**
 * `GET /internal/tls-ask?domain=`: whether the reverse proxy may obtain a TLS certificate for this host: 200 for the
 * platform and for verified domains, else 403, or 503 while the database cannot tell. No DNS query, because the proxy asks
 * in every handshake with a new host.
 */
export async function tlsAsk(
  hosts: Pick<Hosts, 'tlsAnswer'> | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  if (url.pathname !== '/internal/tls-ask' || request.method !== 'GET') return false;
  const [name = '', ...others] = url.searchParams.getAll('domain');
  const answer = others.length > 0 ? 'refused' : ((await hosts?.tlsAnswer(name)) ?? 'unknown');
  const [status, text] = answers[answer];
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
  return true;
}
