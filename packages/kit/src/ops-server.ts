import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from './config-values.ts';
import type { Logger } from './logger.ts';
import type { Registry } from './metrics.ts';
import { ownAddress } from './own-address.ts';
import { requestTimes } from './request-times.ts';
import { times } from './times.ts';

/** Resolves when the dependency works. A rejection is logged; the response contains only the name of the check. */
export type ReadinessCheck = () => Promise<unknown> | unknown;

export interface OpsServerOptions {
  listen: ListenAddress;
  log: Logger;
  metrics: Registry;
  checks: Record<string, ReadinessCheck>;
  /** Handles `/internal/*`. Returns false when the path is unknown. */
  internal?: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean> | boolean;
  /** Where `internal` answers instead, and nothing else does: for a neighbour that is to reach no more than that. */
  internalListen?: ListenAddress | undefined;
}

export interface OpsServer {
  /** Resolves with its port, and with the one on which `internal` answers: the same without `internalListen`. */
  start(): Promise<{ port: number; internalPort: number }>;
  /** Makes `/readyz` respond 503 from now on, so that no new work is sent while the service drains. */
  drain(): void;
  close(): Promise<void>;
}

/** An HTTP server for health, readiness, metrics and `/internal/*`, on a port that is not public. */
export function createOpsServer(options: OpsServerOptions): OpsServer {
  const { listen, log, metrics, checks, internal, internalListen } = options;
  let draining = false;

  async function answerReadiness(response: ServerResponse): Promise<void> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(name, check, log)] as const),
    );
    const isReady = !draining && results.every(([, works]) => works);
    send(response, isReady ? 200 : 503, {
      status: draining ? 'draining' : isReady ? 'ready' : 'not ready',
      checks: Object.fromEntries(results.map(([name, works]) => [name, works ? 'ok' : 'failed'])),
    });
  }

  async function answerInternal(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname.startsWith('/internal/') && internal && (await internal(request, response, url))) return;
    send(response, 404, { status: 'not found' });
  }

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname === '/healthz') return send(response, 200, { status: 'ok' });
    if (url.pathname === '/readyz') return answerReadiness(response);
    if (url.pathname === '/metrics') {
      const text = await metrics.metrics();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      return;
    }
    if (internalListen === undefined) return answerInternal(request, response, url);
    send(response, 404, { status: 'not found' });
  }

  const serve = (handle: typeof answer): Server =>
    createServer(requestTimes, async (request, response) => {
      try {
        await handle(request, response, new URL(request.url ?? '/', 'http://internal'));
      } catch (error) {
        log.error({ err: error, path: request.url }, 'an internal request failed');
        if (!response.headersSent) send(response, 500, { status: 'error' });
        else response.destroy();
      }
    });
  const servers = [{ server: serve(answer), at: listen }];
  if (internalListen !== undefined) servers.push({ server: serve(answerInternal), at: internalListen });

  return {
    async start() {
      const ports: number[] = [];
      for (const { server, at } of servers) ports.push(await listenAt(server, at));
      return { port: ports[0]!, internalPort: ports.at(-1)! };
    },
    drain() {
      draining = true;
    },
    close: async () => void (await Promise.all(servers.map(({ server }) => closed(server)))),
  };
}

async function listenAt(server: Server, { host, port }: ListenAddress): Promise<number> {
  // Without a host Node falls back to IPv4 on a machine that has no IPv6.
  const at = host === '::' ? { port } : { host: await ownAddress(host), port };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function runCheck(name: string, check: ReadinessCheck, log: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${times.checkMs} ms`)), times.checkMs);
  });
  try {
    await Promise.race([Promise.resolve().then(check), late]);
    return true;
  } catch (error) {
    log.warn({ err: error, check: name }, 'a readiness check failed');
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
