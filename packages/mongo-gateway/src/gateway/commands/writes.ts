import pg from 'pg';
import {
  type Context,
  collectionOf,
  type Handler,
  inTransactionOr,
  type Reply,
  retryIdOf,
  targetOf,
} from '../context.ts';
import { lostCreationRace } from '../ddl.ts';
import { duplicateKeyError } from '../duplicate-key.ts';
import { runMultiple } from '../multi-statement.ts';
import {
  failOnConflict,
  MAX_UPSERT_ATTEMPTS,
  outcomeOf,
  runSingle,
  sqlOf,
  type WriteName,
} from '../single-statement.ts';
import { statementsOf } from '../statements.ts';
import { withWriteErrors } from '../write-errors.ts';

/** Runs a write command: in its transaction, as a single statement, or as several statements. */
async function write(context: Context, name: WriteName, field: string): Promise<Reply> {
  const { session, body } = context;
  const collection = collectionOf(context);
  const statements = statementsOf(context, field);
  const { sequence } = statements;
  const retryId = retryIdOf(context);
  const outcome = await inTransactionOr(
    context,
    async (query) =>
      failOnConflict(outcomeOf(await query(sqlOf(name), [context.db, body.bytes, sequence, null]))),
    () => {
      if (statements.count > 1) return runMultiple(context, name, field, statements, retryId);
      return runSingle(context, name, body.bytes, sequence, retryId, statements.at(0)?.upsert === true);
    },
  );
  if (outcome.success) return outcome.result;
  // A write error inside a transaction ends it, as on MongoDB.
  if (session?.inTransaction) await context.transactions.abort(session.id, session.txnNumber!);
  return await withWriteErrors(context, collection, statements, outcome.result);
}

const insert: Handler = (context) => write(context, 'insert', 'documents');
const update: Handler = (context) => write(context, 'update', 'updates');
const remove: Handler = (context) => write(context, 'delete', 'deletes');

const findAndModify: Handler = async (context) => {
  const collection = collectionOf(context);
  const retryId = retryIdOf(context);
  const sql = 'SELECT p_result, p_success FROM documentdb_api.find_and_modify($1, $2, $3)';
  const upsert = context.body.get('upsert') === true;
  let races = 0;
  const raced = (error: unknown): boolean =>
    lostCreationRace(error) || (upsert && isDuplicate(error) && ++races < MAX_UPSERT_ATTEMPTS);
  // Translated inside the transaction's error handling, which would otherwise treat it as a failure of the gateway.
  const named = async (error: unknown): Promise<never> => {
    throw isDuplicate(error) ? await duplicateKeyError(context, collection, error) : error;
  };
  const rows = await inTransactionOr(
    context,
    (query) => query(sql, [context.db, context.body.bytes, null]).catch(named),
    () =>
      context.database
        .query(sql, [context.db, context.body.bytes, retryId], { target: targetOf(context), when: raced })
        .catch(named),
  );
  return outcomeOf(rows).result;
};

function isDuplicate(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && (error.code === '23505' || error.code === '23P01');
}

export const writes = { insert, update, delete: remove, findAndModify, findandmodify: findAndModify };
