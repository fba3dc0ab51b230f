import { chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runOrThrow } from '../tree/command.ts';
import { prepareOrderedIndexes } from './ordered-indexes.ts';
import { HERE, PG_HBA, postgresqlConf, SOCKET_PORT } from './settings.ts';

/** The user that PostgreSQL's programs run as; empty for the current user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** Creates an empty cluster, replacing the folder. Nothing is synced to disk yet; see `syncCluster`. */
export async function initCluster(folder: string, bin: string, as: RunAs): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid ?? as.uid);
  const args = ['-D', HERE, '-U', 'postgres', '-E', 'UTF8', '--auth=trust', '--locale=C', '--no-sync'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  await runOrThrow('Making the data folder', join(bin, 'initdb'), args, {
    cwd: folder,
    env: ENVIRONMENT,
    ...as,
  });
}

/** Syncs every file of a cluster to disk with one `syncfs`, because a thousand single `fsync` calls take seconds. */
export async function syncCluster(cluster: string, bin: string, as: RunAs): Promise<void> {
  const args = ['-D', HERE, '--sync-only', '--sync-method=syncfs'];
  await runOrThrow('Writing the data folder', join(bin, 'initdb'), args, {
    cwd: cluster,
    env: ENVIRONMENT,
    ...as,
  });
}

export async function clusterExists(cluster: string): Promise<boolean> {
  return (await stat(join(cluster, 'PG_VERSION')).catch(() => null)) !== null;
}

export async function writeSettings(cluster: string, as: RunAs): Promise<void> {
  const files = { 'postgresql.conf': postgresqlConf(), 'pg_hba.conf': PG_HBA };
  for (const [name, text] of Object.entries(files)) {
    const file = join(cluster, name);
    await writeFile(file, text, { mode: 0o600 });
    if (as.uid !== undefined) await chown(file, as.uid, as.gid ?? as.uid);
  }
}

/**
 * A path to the socket's folder that is short enough for the 107 bytes of a Unix socket address; a symbolic link when
 * the folder's own path is too long.
 */
export async function shortPath(folder: string): Promise<{ folder: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= 100)
    return { folder, remove: async () => {} };
  const home = await mkdtemp(join(tmpdir(), 'sello-'));
  await symlink(folder, join(home, 's'));
  return { folder: join(home, 's'), remove: () => rm(home, { recursive: true, force: true }) };
}

/** Creates the extension in the database, or updates it to the version of the engine's files. */
export async function prepareDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({
    host: socketFolder,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS documentdb CASCADE');
    const outdated = await client.query<{ name: string }>(
      "SELECT name FROM pg_available_extensions WHERE name LIKE 'documentdb%' AND installed_version <> default_version ORDER BY name DESC",
    );
    for (const { name } of outdated.rows) await client.query(`ALTER EXTENSION ${name} UPDATE`);
    await prepareOrderedIndexes(client);
    // Indexes are built inside createIndexes, so the jobs that build them in the background are not needed.
    await client.query(
      "SELECT cron.unschedule(jobid) FROM cron.job WHERE command LIKE '%build_index_concurrently%'",
    );
    // Expired documents are deleted within seconds instead of a minute, so that tests need not wait.
    await client.query(
      "SELECT cron.alter_job(jobid, schedule := '10 seconds') FROM cron.job WHERE command LIKE '%delete_expired_rows%'",
    );
  } finally {
    await client.end();
  }
}
