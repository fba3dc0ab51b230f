import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StackContext } from '../context.ts';
import { addressOf, hasDockerEngine, startContainer, stopContainer, waitUntilReady } from '../docker.ts';
import type { Backing, Provider } from '../providers.ts';
import { sendRedisCommands } from './resp.ts';
import { ensureRedis } from './tree.ts';

/** Jobs must survive a restart, and a full Redis must refuse writes instead of evicting jobs (`noeviction`). */
const DURABLE = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];

const IMAGE = 'valkey/valkey:8.1.10@sha256:640c5e62cea04b6d6f2084232651d0cc70362d31f4f805e7be94dbed6855e8f2';

/** Redis: a durable one on loopback, unless REDIS_URL names one. */
export function startRedis(context: StackContext): Promise<Backing & { provider: Provider }> {
  const { dataDir, environment, report } = context;
  return context.providers.first(
    'Redis',
    [
      { provider: 'environment', timeoutMs: 5_000, start: () => named(environment.REDIS_URL) },
      {
        provider: 'docker',
        timeoutMs: 180_000,
        start: async () => {
          if (!(await hasDockerEngine())) return null;
          const container = await startContainer(
            {
              work: 'Redis',
              image: IMAGE,
              port: 6379,
              // Connections to the container's port come from outside, which protected mode refuses; the port is
              // published only on loopback.
              command: ['valkey-server', '--dir', '/data', '--protected-mode', 'no', ...DURABLE],
              data: { here: join(dataDir, 'redis-docker'), there: '/data' },
            },
            report,
          );
          const at = addressOf(container, 6379);
          await waitUntilReady(container, () => answers(`redis://${at}`));
          return { env: { REDIS_URL: `redis://${at}` }, close: () => stopContainer(container) };
        },
      },
      {
        provider: 'machine',
        timeoutMs: 15_000,
        start: async () => {
          const program = await installed();
          return program === null ? null : local(context, program);
        },
      },
      {
        provider: 'mirror',
        timeoutMs: 300_000,
        start: async () => {
          if (process.platform !== 'linux') return null;
          const tree = await ensureRedis(context.cacheDir, (step, done, total) =>
            report.progress('Redis', step, done, total, 'bytes'),
          );
          return local(context, tree.program);
        },
      },
    ],
    'install redis-server, or set REDIS_URL',
    report,
  );
}

async function named(url: string | undefined): Promise<Backing | null> {
  if (!url) return null;
  // TLS connections are left to the services, which report their errors.
  if (url.startsWith('redis:') && !(await answers(url)))
    throw new Error('the server at REDIS_URL does not let us in');
  return { env: { REDIS_URL: url }, close: async () => {} };
}

async function answers(url: string): Promise<boolean> {
  const { hostname, port, username, password } = new URL(url);
  const login = password ? [['AUTH', ...(username ? [username] : []), decodeURIComponent(password)]] : [];
  return (await sendRedisCommands(hostname, Number(port || 6379), [...login, ['PING']])) === '+PONG';
}

async function installed(): Promise<string | null> {
  for (const program of ['redis-server', 'valkey-server']) {
    const works = await promisify(execFile)(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (works) return program;
  }
  return null;
}

async function local(context: StackContext, program: string): Promise<Backing> {
  const port = await context.ports.take('redis');
  const dir = join(context.dataDir, 'redis');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const child = await context.supervise({
    name: 'redis',
    kind: 'server',
    command: program,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--daemonize', 'no', ...DURABLE],
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' },
    ready: () => answers(`redis://127.0.0.1:${port}`),
    readyMs: 60_000,
    stopMs: 15_000,
  });
  return { env: { REDIS_URL: `redis://127.0.0.1:${port}` }, close: () => child.close() };
}
