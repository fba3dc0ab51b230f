import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { lookAsset } from './layout.ts';

export interface Listening {
  url: string;
  close(): Promise<void>;
}

export class HttpProblem extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(value));
}

export function sendPage(response: ServerResponse, page: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}

const BODY_LIMIT = 64_000;

/** The body of a request as text. @throws HttpProblem 413 for more than `BODY_LIMIT` bytes */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_LIMIT) throw new HttpProblem(413, 'That is too much.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Whether a request cannot come from another web site: refuses a foreign Host (DNS rebinding) and, for methods that
 * change state, a foreign Origin.
 */
function isOurs(request: IncomingMessage): boolean {
  const host = request.headers.host ?? '';
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return false;
  const origin = request.headers.origin;
  if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return true;
  return origin === `http://${host}`;
}

/** Serves a handler on loopback, with the assets of the layout below `/look/`. */
export async function listen(port: number, handler: Handler, guarded = true): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      try {
        const url = new URL(request.url ?? '/', 'http://localhost');
        if (guarded && !isOurs(request)) throw new HttpProblem(403, 'Not from here.');
        if (url.pathname.startsWith('/look/'))
          return await sendLook(response, url.pathname.slice('/look/'.length));
        await handler(request, response, url);
      } catch (error) {
        if (response.headersSent) return response.destroy();
        const status = error instanceof HttpProblem ? error.status : 500;
        sendJson(response, { error: (error as Error).message }, status);
      }
    })();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function sendLook(response: ServerResponse, name: string): Promise<void> {
  const asset = await lookAsset(name);
  if (asset === null) throw new HttpProblem(404, 'Not found');
  response.writeHead(200, { 'content-type': asset.type, 'cache-control': 'max-age=300' });
  response.end(asset.body);
}
