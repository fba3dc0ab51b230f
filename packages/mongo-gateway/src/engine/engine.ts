import { chmod, chown, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EngineTree } from '../tree/tree.ts';
import { clusterExists, prepareDatabase, shortPath, syncCluster, writeSettings } from './cluster.ts';
import { identityOf } from './identity.ts';
import { Postmaster } from './postmaster.ts';
import { endMarked } from './processes.ts';
import { clusterTemplate, copyTemplate } from './template.ts';
import type { EngineUser } from './user.ts';
import { lockDataFolder } from './watchdog.ts';

export interface Engine {
  /** The folder of the socket: the `host` option of `pg`. */
  socketFolder: string;
  /** Process id of the postmaster. */
  pid(): number;
  /** Called when PostgreSQL has ended unexpectedly and could not be restarted. */
  onLost(listener: (error: Error) => void): void;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL with DocumentDB on a data folder. Creates the folder on first use and removes the processes, locks
 * and sockets of a killed run.
 */
export async function startEngine(options: {
  dataDir: string;
  tree: EngineTree;
  user: EngineUser | null;
  log: (line: string) => void;
  progress: (step: string) => void;
}): Promise<Engine> {
  const dataDir = resolve(options.dataDir);
  const { tree, user, log } = options;
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  await claimFolder(dataDir, user);

  const { mark } = await identityOf(dataDir, tree.major);
  const watchdog = await lockDataFolder(dataDir, mark, log);
  let postmaster: Postmaster | null = null;
  try {
    const orphans = await endMarked(mark, 15_000);
    if (orphans > 0) log(`stopped ${orphans} processes that an earlier run left behind`);
    const cluster = join(dataDir, 'cluster');
    const bin = join(tree.root, `usr/lib/postgresql/${tree.major}/bin`);
    const isNew = !(await clusterExists(cluster));
    if (isNew) {
      options.progress('initdb');
      await copyTemplate(await clusterTemplate(tree, as, log), cluster);
    }
    await writeSettings(cluster, as);
    options.progress('start');
    const link = await shortPath(cluster);
    const logFile = join(dataDir, 'postgres.log');
    const running = new Postmaster({ cluster, bin, as, mark, logFile, socketFolder: link.folder, log });
    postmaster = running;
    await Promise.all([running.start(), isNew ? syncCluster(cluster, bin, as) : null]);
    await prepareDatabase(link.folder);
    return {
      socketFolder: link.folder,
      pid: () => running.pid,
      onLost: (listener) => running.onLost(listener),
      close: async () => {
        await running.stop();
        await link.remove();
        await watchdog.release();
      },
    };
  } catch (error) {
    // `stop` also prevents a restart, which must not happen when the folder is no longer locked by this process.
    await (postmaster ? postmaster.stop() : endMarked(mark, 5_000));
    await watchdog.release();
    throw error;
  }
}

async function claimFolder(dataDir: string, user: EngineUser | null): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
    if (user) await chown(dataDir, user.uid, user.gid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EACCES') throw error;
    throw new Error(
      `The data folder ${dataDir} belongs to another user; start as that user or name another folder.`,
    );
  }
}
