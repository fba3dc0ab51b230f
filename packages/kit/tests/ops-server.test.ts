import { afterEach, expect, it } from 'vitest';
import {
  createLogger,
  createMetrics,
  createOpsServer,
  type OpsServer,
  type OpsServerOptions,
} from '../src/index.ts';

let server: OpsServer | undefined;
afterEach(() => server?.close());

type Ask = (path: string) => Promise<Response>;

async function open(options: Partial<OpsServerOptions> = {}): Promise<Ask & { internally: Ask }> {
  server = createOpsServer({
    listen: { host: '127.0.0.1', port: 0 },
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    checks: {},
    ...options,
  });
  const { port, internalPort } = await server.start();
  const at =
    (listening: number): Ask =>
    (path) =>
      fetch(`http://127.0.0.1:${listening}${path}`);
  return Object.assign(at(port), { internally: at(internalPort) });
}

it('is healthy while it runs and ready while every check succeeds', async () => {
  let isUp = true;
  const ask = await open({
    checks: {
      steady: () => undefined,
      database: async () => {
        if (!isUp) throw new Error('mongodb://user:hunter2@db is away');
      },
    },
  });
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  isUp = false;
  const answer = await ask('/readyz');
  expect(answer.status).toBe(503);
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({ status: 'not ready', checks: { steady: 'ok', database: 'failed' } });
  expect(text).not.toContain('hunter2');
  expect((await ask('/healthz')).status).toBe(200);
});

it('takes a check that times out for a failed one', async () => {
  const ask = await open({ checks: { hung: () => new Promise(() => undefined) } });
  expect((await ask('/readyz')).status).toBe(503);
});

it('is not ready from the moment it drains', async () => {
  const ask = await open();
  server?.drain();
  expect((await ask('/readyz')).status).toBe(503);
  expect((await ask('/healthz')).status).toBe(200);
});

it('serves metrics and internal requests, and nothing else', async () => {
  const ask = await open({
    internal: (_request, response, url) => {
      if (url.pathname === '/internal/broken') throw new Error('broken');
      if (url.pathname !== '/internal/known') return false;
      response.end('here');
      return true;
    },
  });
  expect(await (await ask('/metrics')).text()).toContain('process_cpu_seconds_total{service="test"}');
  expect(await (await ask('/internal/known')).text()).toBe('here');
  for (const path of ['/internal/unknown', '/', '/internal', '//internal/known']) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
  expect((await ask('/internal/broken')).status).toBe(500);
});

it('answers internal requests on a port of their own, and nothing else there', async () => {
  const ask = await open({
    internal: (_request, response) => {
      response.end('here');
      return true;
    },
    internalListen: { host: '127.0.0.1', port: 0 },
  });
  expect((await ask('/internal/known')).status).toBe(404);
  expect((await ask('/healthz')).status).toBe(200);
  expect(await (await ask.internally('/internal/known')).text()).toBe('here');
  for (const path of ['/healthz', '/readyz', '/metrics', '/']) {
    expect([path, (await ask.internally(path)).status]).toEqual([path, 404]);
  }
});
