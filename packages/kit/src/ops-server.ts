import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from './config-values.ts';
import type { Logger } from './logger.ts';
import type { Registry } from './metrics.ts';
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
}

export interface OpsServer {
  start(): Promise<{ port: number }>;
  /** Makes `/readyz` respond 503 from now on, so that no new work is sent while the service drains. */
  drain(): void;
  close(): Promise<void>;
}

/** An HTTP server for health, readiness, metrics and `/internal/*`, on a port that is not public. */
export function createOpsServer({ listen, log, metrics, checks, internal }: OpsServerOptions): OpsServer {
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

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://internal');
    if (url.pathname === '/healthz') return send(response, 200, { status: 'ok' });
    if (url.pathname === '/readyz') return answerReadiness(response);
    if (url.pathname === '/metrics') {
      const text = await metrics.metrics();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      return;
    }
    if (url.pathname.startsWith('/internal/') && internal && (await internal(request, response, url))) return;
    send(response, 404, { status: 'not found' });
  }

  const server = createServer(requestTimes, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error, path: request.url }, 'an internal request failed');
      if (!response.headersSent) send(response, 500, { status: 'error' });
      else response.destroy();
    });
  });

  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        // Without a host Node falls back to IPv4 on a machine that has no IPv6.
        const { host, port } = listen;
        server.listen(host === '::' ? { port } : { host, port }, () => {
          server.off('error', reject);
          resolve({ port: (server.address() as AddressInfo).port });
        });
      }),
    drain() {
      draining = true;
    },
    close: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
