import { createServer } from 'node:net';
import { canRun } from '@sello/mongo-gateway';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { startBackings } from '../src/index.ts';

const able = await canRun();

describe('a server that the environment names', () => {
  it('is used, and no other server is started', async () => {
    const ours = await startBackings({ only: ['redis'], environment: {} });
    const theirs = await startBackings({ only: ['redis'], environment: { REDIS_URL: ours.env.REDIS_URL } });
    expect(theirs.env).toEqual({ REDIS_URL: ours.env.REDIS_URL });
    expect(theirs.providers).toEqual({ Redis: 'environment' });
    await theirs.close();
    const client = new Redis(ours.env.REDIS_URL!);
    expect(await client.ping()).toBe('PONG');
    await client.quit();
    await ours.close();
  });

  it('that does not respond fails the start with one sentence instead of starting another server', async () => {
    const silent = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const start = startBackings({
      only: ['redis', 'smtp'],
      environment: { REDIS_URL: `redis://127.0.0.1:${port}` },
    });
    await expect(start).rejects.toThrow(
      /^Redis could not be brought up; install redis-server, or set REDIS_URL\. \(named by the environment: /,
    );
    await new Promise((resolve) => silent.close(resolve));
  });

  it('may be the issuer, which has no demo accounts', async () => {
    const backings = await startBackings({
      only: ['oidc'],
      environment: { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'x' },
    });
    expect(backings.issuer).toEqual({ url: 'https://issuer.example', people: [] });
    expect(backings.env.OIDC_CLIENT_ID).toBe('us');
    await backings.close();
  });
});

describe.skipIf(!able.ok)('Redis fetched without root', () => {
  it('runs with its own libraries and responds', async () => {
    const backings = await startBackings({
      only: ['redis'],
      environment: { SELLO_PROVIDERS: 'redis=mirror' },
    });
    expect(backings.providers).toEqual({ Redis: 'mirror' });
    const client = new Redis(backings.env.REDIS_URL!);
    expect(await client.set('a', '1')).toBe('OK');
    expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
    await client.quit();
    await backings.close();
  });
});
