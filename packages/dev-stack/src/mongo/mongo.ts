import { connect } from 'node:net';
import { join } from 'node:path';
import { canRun } from '@sello/mongo-gateway';
import { addressOf, hasDockerEngine, startContainer, stopContainer, untilAnswers } from '../docker.ts';
import { compileCache } from '../root.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Backing, Way } from '../ways.ts';
import { readProgress } from './gateway-progress.ts';
import { canDownload, installedMongod, startMongod } from './mongod.ts';

const IMAGE = 'mongo:8';
const DATABASE = 'sello';

const GATEWAY = join(import.meta.dirname, '../../../mongo-gateway/src/main.ts');

/** A database with MongoDB's API: a real mongod where one can be had, else the gateway over PostgreSQL. */
export function startMongo(around: Surroundings): Promise<Backing & { way: Way }> {
  return around.ways.first(
    'MongoDB',
    [
      { way: 'environment', boundMs: 5_000, start: () => named(around.environment.MONGO_URL) },
      { way: 'docker', boundMs: 240_000, start: () => container(around) },
      {
        way: 'machine',
        boundMs: 60_000,
        start: async () => {
          const binary = await installedMongod();
          return binary === null ? null : startMongod(around, DATABASE, binary);
        },
      },
      {
        way: 'mirror',
        boundMs: 300_000,
        start: async () => ((await canDownload()) ? startMongod(around, DATABASE, null) : null),
      },
      { way: 'embedded', boundMs: 600_000, start: (signal) => gateway(around, signal) },
    ],
    'install mongod, or set MONGO_URL',
    around.report,
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
  // Names behind mongodb+srv:// are the driver's to resolve; the services say what is wrong with them.
  const hosts = /^mongodb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1]?.split(',') ?? [];
  const found = hosts.map((entry) => new URL(`http://${entry}`));
  const alive = await Promise.all(found.map((entry) => accepts(entry.hostname, Number(entry.port || 27017))));
  if (hosts.length > 0 && !alive.includes(true)) throw new Error('nothing answers at MONGO_URL');
  return { env: { MONGO_URL: url }, close: async () => {} };
}

async function container(around: Surroundings): Promise<Backing | null> {
  if (!(await hasDockerEngine())) return null;
  const started = await startContainer(
    {
      work: 'MongoDB',
      image: IMAGE,
      port: 27017,
      command: ['mongod', '--replSet', 'sello', '--bind_ip_all', '--dbpath', '/data/db'],
      data: { here: join(around.dataDir, 'mongo-docker'), there: '/data/db' },
    },
    around.report,
  );
  const member = "{_id: 'sello', members: [{_id: 0, host: 'localhost:27017'}]}";
  const script = `try { rs.initiate(${member}) } catch (e) { if (e.codeName !== 'AlreadyInitialized') throw e }
    while (!db.hello().isWritablePrimary) sleep(50)`;
  await untilAnswers(started, async () => {
    const { exitCode } = await started.exec(['mongosh', '--quiet', '--eval', script]);
    return exitCode === 0;
  });
  const at = addressOf(started, 27017);
  return {
    env: { MONGO_URL: `mongodb://${at}/${DATABASE}?directConnection=true` },
    close: () => stopContainer(started),
  };
}

async function gateway(around: Surroundings, signal: AbortSignal): Promise<Backing | null> {
  const able = await canRun();
  if (!able.ok) throw new Error(able.reason);
  const port = await around.ports.take('mongo');
  const part = await around.supervise({
    name: 'mongo-gateway',
    kind: 'server',
    command: process.execPath,
    args: [
      GATEWAY,
      '--data',
      join(around.dataDir, 'mongo'),
      '--port',
      String(port),
      '--cache',
      around.cacheDir,
    ],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LANG: 'C.UTF-8',
      NODE_COMPILE_CACHE: compileCache,
    },
    watch: (said) => readProgress(said, around.report),
    ready: () => accepts('127.0.0.1', port),
    readyMs: 600_000,
    stopMs: 30_000,
  });
  if (signal.aborted) await part.close();
  return {
    env: { MONGO_URL: `mongodb://127.0.0.1:${port}/${DATABASE}?directConnection=false` },
    close: () => part.close(),
  };
}
