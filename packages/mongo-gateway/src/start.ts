import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Engine, startEngine } from './engine/engine.ts';
import { readIdentity } from './engine/identity.ts';
import { SOCKET_PORT } from './engine/settings.ts';
import { canReach, type EngineUser, engineUser } from './engine/user.ts';
import { type Gateway, startGateway } from './gateway/gateway.ts';
import { ensureTree, type Progress } from './tree/tree.ts';

/** The cache folder when root's own cache is not accessible to the user that PostgreSQL runs as. */
const SYSTEM_CACHE = '/var/cache/sello';

export interface GatewayStatus {
  /** `mongodb://127.0.0.1:port/`: a database's name and options may follow. */
  url: string;
  port: number;
  /** The process ids of the gateway and of the postmaster. */
  pids: number[];
}

export interface MongoGateway extends GatewayStatus {
  /** Closes the connections, then PostgreSQL. Every acknowledged write is on disk. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Data folder, created with mode 0700; kept between starts. One running gateway per folder. */
  dataDir: string;
  /** Cache folder for fetched files; default `sello` in XDG_CACHE_HOME or ~/.cache. */
  cacheDir?: string;
  /** TCP port on 127.0.0.1; 0 or undefined for a free one. */
  port?: number;
  /** Steps `wait` (for another process that fetches), `index`, `download` (bytes), `unpack` (packages), `initdb`, `start`, `ready`. */
  onProgress?: Progress;
  log?: (line: string) => void;
  /** Called when PostgreSQL kept crashing and is no longer restarted. */
  onLost?: (error: Error) => void;
}

/**
 * The cache folder of the engine's files: `wanted`, else `sello` in XDG_CACHE_HOME or ~/.cache; the system's cache when
 * the current user is root and that folder is not accessible to the user that PostgreSQL runs as.
 */
export async function defaultCacheDir(wanted?: string, user?: EngineUser | null): Promise<string> {
  const own = resolve(wanted ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sello'));
  const engine = user === undefined ? await engineUser() : user;
  return engine && !(await canReach(engine, own)) ? SYSTEM_CACHE : own;
}

/**
 * Starts PostgreSQL with DocumentDB on a data folder, fetching it first (once, into a cache outside the checkout), and
 * serves MongoDB's wire protocol on the loopback address.
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
