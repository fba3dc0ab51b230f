import { createHash } from 'node:crypto';
import { builtInHosting } from '@sello/contracts';
import { AppError, type Secret, times } from '@sello/kit';

/** What answers for custom domains in front of the platform, with their TLS certificates. */
export interface HostingProvider {
  /** Stored with each domain; another name means another provider, where hosts are configured anew. */
  readonly name: string;
  /** Makes the provider answer for a host; again for one that it answers for is no error. Throws `domain_host_failed`. */
  configure(host: string): Promise<void>;
  /** Makes the provider forget a host; one that it does not know is no error. Throws `domain_host_failed`. */
  remove(host: string): Promise<void>;
  /** Throws `domain_host_failed` when the provider cannot tell. */
  state(host: string): Promise<'configured' | 'none'>;
}

/** The edge proxy of the platform: it asks for the names that it may serve (`/internal/tls-ask`). */
const edge: HostingProvider = {
  name: builtInHosting,
  configure: async () => {},
  remove: async () => {},
  state: async () => 'configured',
};

export interface HostingOptions {
  /** The base of the provider's API; unset means the edge proxy. */
  url?: string | undefined;
  secret?: Secret<string> | undefined;
  timeoutMs?: number;
}

/**
 * A provider with an HTTP API: `PUT`, `DELETE` and `GET <url>/hosts/<host>` with the secret as bearer token. Success is a
 * status of 2xx; 404 means that the provider does not know the host.
 */
export function createHosting({
  url,
  secret,
  timeoutMs = times.hostingAnswerMs,
}: HostingOptions): HostingProvider {
  if (url === undefined) return edge;
  const base = url.replace(/\/$/, '');
  async function ask(method: 'PUT' | 'DELETE' | 'GET', host: string): Promise<number> {
    const failed = (cause: unknown) => new AppError('domain_host_failed', { cause });
    const response = await fetch(`${base}/hosts/${encodeURIComponent(host)}`, {
      method,
      headers: secret === undefined ? {} : { authorization: `Bearer ${secret.reveal()}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw failed(error);
    });
    await response.body?.cancel();
    const isUnknown = response.status === 404 && method !== 'PUT';
    if (!response.ok && !isUnknown) throw failed(new Error(`The provider answered ${response.status}`));
    return response.status;
  }
  return {
    name: `http-${createHash('sha256').update(base).digest('hex').slice(0, 8)}`,
    configure: async (host) => void (await ask('PUT', host)),
    remove: async (host) => void (await ask('DELETE', host)),
    state: async (host) => ((await ask('GET', host)) === 404 ? 'none' : 'configured'),
  };
}
