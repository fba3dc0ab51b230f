import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../dev-stack/src/process/ports.ts';
import { ensureRedis } from '../../dev-stack/src/redis/tree.ts';

export interface RedisUnderTest {
  url: string;
  /** Kills the server with SIGKILL; its append-only file stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>;
  /** Deletes every key. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The Redis installed on this machine, else the one that the dev-stack fetches. */
export async function findRedis(): Promise<string> {
  for (const program of ['redis-server', 'valkey-server']) {
    if (spawnSync(program, ['--version']).status === 0) return program;
  }
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sello');
  return (await ensureRedis(cache, () => undefined)).program;
}

/** A Redis server on a free port, with temporary data. */
export async function startRedis(): Promise<RedisUnderTest> {
  const program = await findRedis();
  const folder = await mkdtemp(join(tmpdir(), 'sello-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    server = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--maxmemory-policy', 'noeviction', ...options],
      { stdio: 'ignore' },
    );
    await untilReady(url, server);
  }
  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
  await start();
  return {
    url,
    start,
    kill,
    async flush() {
      const redis = new Redis(url);
      await redis.flushall();
      redis.disconnect();
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const failed = once(server, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  for (;;) {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    const isReady = await Promise.race([
      failed,
      redis.connect().then(
        () =>
          redis.ping().then(
            () => true,
            () => false,
          ),
        () => false,
      ),
    ]);
    redis.disconnect();
    if (isReady) return;
    await sleep(10);
  }
}
