import { connect } from 'node:net';
import { join } from 'node:path';
import { canRun } from '@sello/mongo-gateway';
import type { StackContext } from '../context.ts';
import { addressOf, hasDockerEngine, startContainer, stopContainer, waitUntilReady } from '../docker.ts';
import type { Backing, Provider } from '../providers.ts';
import { compileCache } from '../root.ts';
import { readProgress } from './gateway-progress.ts';
import { canDownload, installedMongod, startMongod } from './mongod.ts';

const IMAGE = 'mongo:8.0.32@sha256:4968f22d0c6c10ef29952f3e807f62872ba22b3312f25803564fbfc08255efc2';
const DATABASE = 'sello';

const GATEWAY = join(import.meta.dirname, '../../../mongo-gateway/src/main.ts');

/** A database with MongoDB's API: a real mongod where one is available, else the gateway over PostgreSQL. */
export function startMongo(context: StackContext): Promise<Backing & { provider: Provider }> {
  return context.providers.first(
    'MongoDB',
    [
      { provider: 'environment', timeoutMs: 5_000, start: () => named(context.environment.MONGO_URL) },
      { provider: 'docker', timeoutMs: 240_000, start: () => container(context) },
      {
        provider: 'machine',
        timeoutMs: 60_000,
        start: async () => {
          const binary = await installedMongod();
          return binary === null ? null : startMongod(context, DATABASE, binary);
        },
      },
      {
        provider: 'mirror',
        timeoutMs: 300_000,
        start: async () => ((await canDownload()) ? startMongod(context, DATABASE, null) : null),
      },
      { provider: 'embedded', timeoutMs: 600_000, start: (signal) => gateway(context, signal) },
    ],
    'install mongod, or set MONGO_URL',
    context.report,
  );
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.setTimeout(3_000, () => socket.destroy());
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve(false));
  });
}

async function named(url: string | undefined): Promise<Backing | null> {
  if (!url) return null;
  // The driver resolves names of mongodb+srv://; the services report errors in them.
  const hosts = /^mongodb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1]?.split(',') ?? [];
  const found = hosts.map((entry) => new URL(`http://${entry}`));
  const alive = await Promise.all(found.map((entry) => accepts(entry.hostname, Number(entry.port || 27017))));
  if (hosts.length > 0 && !alive.includes(true)) throw new Error('nothing answers at MONGO_URL');
  return { env: { MONGO_URL: url }, close: async () => {} };
}

async function container(context: StackContext): Promise<Backing | null> {
  if (!(await hasDockerEngine())) return null;
  const started = await startContainer(
    {
      work: 'MongoDB',
      image: IMAGE,
      port: 27017,
      command: ['mongod', '--replSet', 'sello', '--bind_ip_all', '--dbpath', '/data/db'],
      data: { here: join(context.dataDir, 'mongo-docker'), there: '/data/db' },
    },
    context.report,
  );
  const member = "{_id: 'sello', members: [{_id: 0, host: 'localhost:27017'}]}";
  const script = `try { rs.initiate(${member}) } catch (e) { if (e.codeName !== 'AlreadyInitialized') throw e }
    while (!db.hello().isWritablePrimary) sleep(50)`;
  await waitUntilReady(started, async () => {
    const { exitCode } = await started.exec(['mongosh', '--quiet', '--eval', script]);
    return exitCode === 0;
  });
  const at = addressOf(started, 27017);
  return {
    env: { MONGO_URL: `mongodb://${at}/${DATABASE}?directConnection=true` },
    close: () => stopContainer(started),
  };
}

async function gateway(context: StackContext, signal: AbortSignal): Promise<Backing | null> {
  const able = await canRun();
  if (!able.ok) throw new Error(able.reason);
  const port = await context.ports.take('mongo');
  const child = await context.supervise({
    name: 'mongo-gateway',
    kind: 'server',
    command: process.execPath,
    args: [
      GATEWAY,
      '--data',
      join(context.dataDir, 'mongo'),
      '--port',
      String(port),
      '--cache',
      context.cacheDir,
    ],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LANG: 'C.UTF-8',
      NODE_COMPILE_CACHE: compileCache,
    },
    watch: (output) => readProgress(output, context.report),
    ready: () => accepts('127.0.0.1', port),
    readyMs: 600_000,
    stopMs: 30_000,
  });
  if (signal.aborted) await child.close();
  return {
    env: { MONGO_URL: `mongodb://127.0.0.1:${port}/${DATABASE}?directConnection=false` },
    close: () => child.close(),
  };
}
