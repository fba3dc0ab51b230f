import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SOCKET_PORT } from '../src/engine/settings.ts';

const CALL_LOG = 'arrivals';

/**
 * A function's parameters; input parameters without their names, because DocumentDB uses the same names more than once.
 */
const SIGNATURE = `
  SELECT oidvectortypes(proargtypes) AS types, pg_get_function_result(oid) AS returns,
    coalesce((SELECT string_agg(CASE mode WHEN 'o' THEN format('OUT %I %s', name, format_type(type, NULL))
                                ELSE format_type(type, NULL) END, ', ' ORDER BY place)
              FROM unnest(proallargtypes, proargmodes, proargnames)
                WITH ORDINALITY AS argument (type, mode, name, place)),
             oidvectortypes(proargtypes)) AS parameters
  FROM pg_proc WHERE oid = $1::regproc`;

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: join(dataDir, 'cluster'),
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Locks the table of a collection. `crash` waits until a statement waits for that lock and then kills (kill -9) the
 * backend that has it, which makes PostgreSQL restart: the waiting statement is not the cause.
 */
export async function blockTable(dataDir: string, db: string, collection: string) {
  const client = await connect(dataDir);
  const { rows } = await client.query<{ id: string; pid: number }>(
    `SELECT collection_id AS id, pg_backend_pid() AS pid FROM documentdb_api_catalog.collections
     WHERE database_name = $1 AND collection_name = $2`,
    [db, collection],
  );
  const { id, pid } = rows[0]!;
  await client.query(`BEGIN; LOCK TABLE documentdb_data.documents_${id} IN ACCESS EXCLUSIVE MODE`);
  const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
  return {
    async crash(): Promise<void> {
      while ((await client.query(waiting)).rows.length === 0);
      process.kill(pid, 'SIGKILL');
      await client.end().catch(() => undefined);
    },
  };
}

/** Runs statements directly on the engine of a data folder, without the gateway. */
export async function onEngine<T extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = await connect(dataDir);
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Replaces one of DocumentDB's functions by one that logs its call to a file and then kills its own backend (kill -9),
 * which makes PostgreSQL restart. Counts the calls while `work` runs; then restores the function.
 */
export async function countCallsBeforeCrash(
  dataDir: string,
  name: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const file = join(dataDir, 'cluster', CALL_LOG);
  const [signature] = await onEngine<{ types: string; parameters: string; returns: string }>(
    dataDir,
    SIGNATURE,
    [name],
  );
  const { types, parameters, returns } = signature!;
  const spared = `${name.split('.')[1]}_spared`;
  const kill = `COPY (SELECT 1) TO PROGRAM 'echo called >> ${CALL_LOG}; kill -9 $PPID'`;
  await rm(file, { force: true });
  await onEngine(
    dataDir,
    `ALTER FUNCTION ${name}(${types}) RENAME TO ${spared};
     CREATE FUNCTION ${name}(${parameters}) RETURNS ${returns} LANGUAGE plpgsql AS $$ BEGIN ${kill}; END $$`,
  );
  try {
    await work();
  } finally {
    const [schema, own] = name.split('.');
    // Retried if its own response is lost with the engine.
    await retryUntilStarted(
      dataDir,
      `DO $$ BEGIN IF to_regproc('${schema}.${spared}') IS NOT NULL THEN
         DROP FUNCTION ${name}(${types}); ALTER FUNCTION ${schema}.${spared}(${types}) RENAME TO ${own};
       END IF; END $$`,
    );
  }
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).length;
}

/** Retries while the engine restarts. */
async function retryUntilStarted(dataDir: string, sql: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await onEngine(dataDir, sql);
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
