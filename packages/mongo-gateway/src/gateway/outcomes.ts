import type { Database, Query } from './database.ts';

/**
 * Which transactions have committed, stored in the PostgreSQL transaction itself: when the response to a commit was
 * lost, with the connection, the engine or the gateway, a retry of the commit still finds the outcome.
 */

/** Stores, as the last statement of a transaction, that it commits; false when it changed nothing and needs no row. */
export async function noteCommit(query: Query, session: string, number: bigint): Promise<boolean> {
  const rows = await query(
    `INSERT INTO sello_gateway.outcomes (session, number, committed)
     SELECT $1, $2::bigint, true WHERE pg_current_xact_id_if_assigned() IS NOT NULL RETURNING true`,
    [session, String(number)],
  );
  return rows.length > 0;
}

/**
 * Whether a transaction has committed. If not, it never will: the row inserted here conflicts with that of its commit,
 * and while it is committing PostgreSQL makes this statement wait for it.
 */
export async function resolveOutcome(database: Database, session: string, number: bigint): Promise<boolean> {
  const [row] = await database.query(
    `INSERT INTO sello_gateway.outcomes AS known (session, number, committed) VALUES ($1, $2::bigint, false)
     ON CONFLICT (session, number) DO UPDATE SET at = known.at RETURNING committed`,
    [session, String(number)],
    { afterCrash: true },
  );
  return row?.committed === true;
}

/** Whether a transaction has committed, for one that is not being committed now. */
export async function hasCommitted(database: Database, session: string, number: bigint): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 FROM sello_gateway.outcomes WHERE session = $1 AND number = $2::bigint AND committed',
    [session, String(number)],
    { afterCrash: true },
  );
  return rows.length > 0;
}
