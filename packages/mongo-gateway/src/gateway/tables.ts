import type { Database } from './database.ts';

/** How long drivers may still repeat a write or a commit: as long as their sessions last. */
const RETRY_MEMORY = '35 minutes';

/** The gateway's own tables: what was answered to writes of several statements, and which transactions ended how. */
export async function createTables(database: Database): Promise<void> {
  await database.query(
    `CREATE SCHEMA IF NOT EXISTS sello_gateway;
     CREATE TABLE IF NOT EXISTS sello_gateway.replies (
       id text PRIMARY KEY, reply text, success boolean, at timestamptz NOT NULL DEFAULT now());
     CREATE INDEX IF NOT EXISTS replies_at ON sello_gateway.replies (at);
     CREATE TABLE IF NOT EXISTS sello_gateway.outcomes (
       session text, number bigint, committed boolean NOT NULL, at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (session, number));
     CREATE INDEX IF NOT EXISTS outcomes_at ON sello_gateway.outcomes (at)`,
  );
}

/** Forgets what no driver can ask for any more. */
export async function purgeTables(database: Database): Promise<void> {
  const old = `< now() - interval '${RETRY_MEMORY}'`;
  await database.query(`DELETE FROM sello_gateway.replies WHERE at ${old}`);
  await database.query(`DELETE FROM sello_gateway.outcomes WHERE at ${old}`);
  await database.query(`DELETE FROM documentdb_data.retryable_writes WHERE write_time ${old}`);
}
