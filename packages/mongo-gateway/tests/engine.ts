import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SOCKET_PORT } from '../src/engine/settings.ts';

const CALL_LOG = 'arrivals';

/** A function's parameters, those that go in without their names, which DocumentDB gives to others as well. */
const SIGNATURE = `
  SELECT oidvectortypes(proargtypes) AS types, pg_get_function_result(oid) AS returns,
    coalesce((SELECT string_agg(CASE mode WHEN 'o' THEN format('OUT %I %s', name, format_type(type, NULL))
                                ELSE format_type(type, NULL) END, ', ' ORDER BY place)
              FROM unnest(proallargtypes, proargmodes, proargnames)
                WITH ORDINALITY AS argument (type, mode, name, place)),
             oidvectortypes(proargtypes)) AS parameters
  FROM pg_proc WHERE oid = $1::regproc`;

/** Runs statements on the engine of a data folder, past the gateway. */
export async function onEngine<T extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({
    host: join(dataDir, 'cluster'),
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Puts in the place of one of DocumentDB's functions one that notes its call in a file and then kills the backend it
 * runs in (kill -9), which makes PostgreSQL restart. Counts the calls made while `work` runs; puts the function back.
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
    // Done again if its own answer is lost with the engine.
    await onceBack(
      dataDir,
      `DO $$ BEGIN IF to_regproc('${schema}.${spared}') IS NOT NULL THEN
         DROP FUNCTION ${name}(${types}); ALTER FUNCTION ${schema}.${spared}(${types}) RENAME TO ${own};
       END IF; END $$`,
    );
  }
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).length;
}

/** The engine may still be on its way back. */
async function onceBack(dataDir: string, sql: string): Promise<void> {
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
