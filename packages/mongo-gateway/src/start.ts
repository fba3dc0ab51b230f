import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Engine, startEngine } from './engine/engine.ts';
import { readIdentity } from './engine/identity.ts';
import { SOCKET_PORT } from './engine/settings.ts';
import { canReach, type EngineUser, engineUser } from './engine/user.ts';
import { type Gateway, startGateway } from './gateway/gateway.ts';
import { ensureTree, type Progress } from './tree/tree.ts';

/** Where the engine's files go when root's own cache is closed to the user PostgreSQL runs as. */
const SYSTEM_CACHE = '/var/cache/sello';

export interface GatewayStatus {
  /** `mongodb://127.0.0.1:port/`: a database's name and options may follow. */
  url: string;
  port: number;
  /** This process's number and the postmaster's. */
  pids: number[];
}

export interface MongoGateway extends GatewayStatus {
  /** Ends connections, then PostgreSQL, in order. Everything acknowledged is on disk. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Folder of the data, made with mode 0700; survives restarts. One running gateway per folder. */
  dataDir: string;
  /** Folder for what is fetched; `sello` in XDG_CACHE_HOME or ~/.cache when absent. */
  cacheDir?: string;
  /** TCP port on 127.0.0.1; 0 or absent for a free one. */
  port?: number;
  /** Steps `wait` (for another process that fetches), `index`, `download` (bytes), `unpack` (packages), `initdb`, `start`, `ready`. */
  onProgress?: Progress;
  log?: (line: string) => void;
  /** Called when PostgreSQL keeps dying and was given up. */
  onLost?: (error: Error) => void;
}

/**
 * Where the engine's files are kept: in `wanted`, else `sello` in XDG_CACHE_HOME or ~/.cache; in the system's cache
 * when we are root and that folder is closed to the user PostgreSQL runs as.
 */
export async function defaultCacheDir(wanted?: string, user?: EngineUser | null): Promise<string> {
  const own = resolve(wanted ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sello'));
  const engine = user === undefined ? await engineUser() : user;
  return engine && !(await canReach(engine, own)) ? SYSTEM_CACHE : own;
}

/**
 * Fetches (once, into a cache outside the checkout) and starts PostgreSQL with DocumentDB on a data folder, and
 * MongoDB's wire protocol before it on the loopback address.
 * @throws Error in one sentence that names what is missing
 */
export async function startMongoGateway(options: StartOptions): Promise<MongoGateway> {
  const log = options.log ?? (() => {});
  const progress = options.onProgress ?? (() => {});
  const user = await engineUser(join(options.dataDir, 'cluster'));
  const cacheDir = await defaultCacheDir(options.cacheDir, user);
  await mkdir(cacheDir, { recursive: true });
  const identity = await readIdentity(options.dataDir);
  const tree = await ensureTree(cacheDir, progress, identity?.major);

  const engine: Engine = await startEngine({
    dataDir: options.dataDir,
    tree,
    user,
    log,
    progress: (step) => progress({ step }),
  });
  if (options.onLost) engine.onLost(options.onLost);
  let gateway: Gateway;
  try {
    gateway = await startGateway({
      socketFolder: engine.socketFolder,
      socketPort: SOCKET_PORT,
      port: options.port ?? 0,
      log,
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
  progress({ step: 'ready' });
  let closing: Promise<void> | null = null;
  return {
    url: `mongodb://127.0.0.1:${gateway.port}/`,
    port: gateway.port,
    get pids() {
      return [process.pid, engine.pid()];
    },
    close: () => {
      closing ??= gateway.close().then(() => engine.close());
      return closing;
    },
  };
}
