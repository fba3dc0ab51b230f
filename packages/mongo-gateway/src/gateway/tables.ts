import type { Database } from './database.ts';

/** How long drivers may retry a write or a commit: the lifetime of their sessions. */
const RETRY_MEMORY = '35 minutes';

/** Creates the gateway's own tables: the replies to writes of several statements, and the outcomes of transactions. */
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

/** Deletes rows that no driver can need any more. */
export async function purgeTables(database: Database): Promise<void> {
  const old = `< now() - interval '${RETRY_MEMORY}'`;
  await database.query(`DELETE FROM sello_gateway.replies WHERE at ${old}`);
  await database.query(`DELETE FROM sello_gateway.outcomes WHERE at ${old}`);
  await database.query(`DELETE FROM documentdb_data.retryable_writes WHERE write_time ${old}`);
}
