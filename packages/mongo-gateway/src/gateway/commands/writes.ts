import pg from 'pg';
import {
  type Context,
  collectionOf,
  type Handler,
  inTransactionOr,
  type Reply,
  retryIdOf,
} from '../context.ts';
import { bsonOf, type Parameter, type Query, type Row } from '../database.ts';
import { lostCreationRace } from '../ddl.ts';
import { duplicateKeyError } from '../duplicate-key.ts';
import { CommandError } from '../errors.ts';
import { statementsOf } from '../statements.ts';
import { DUPLICATE, withWriteErrors, writeErrorsOf } from '../write-errors.ts';

const CONFLICT = 112;
/** How often an upsert that found nothing and then could not insert looks again. */
const UPSERT_TRIES = 4;

interface Outcome {
  result: Buffer;
  success: boolean;
}

/** An upsert found nothing to update and then something in the way of its insert: to be done again. */
class UpsertRace extends Error {}

function again(error: unknown): boolean {
  return error instanceof UpsertRace || lostCreationRace(error);
}

function outcomeOf(rows: Row[]): Outcome {
  return { result: bsonOf(rows[0]!.p_result)!, success: rows[0]!.p_success === true };
}

/**
 * A retryable write of several statements, done exactly once: its answer is stored with it, in one transaction, and a
 * repetition gets the stored answer. (DocumentDB itself recognizes repetitions of single statements only.)
 */
async function exactlyOnce(
  context: Context,
  retryId: string,
  work: (query: Query) => Promise<Outcome>,
): Promise<Outcome> {
  return await context.database.atomically(async (query) => {
    const claimed = await query(
      'INSERT INTO sello_gateway.replies (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
      [retryId],
    );
    if (claimed.length === 0) {
      const [row] = await query('SELECT reply, success FROM sello_gateway.replies WHERE id = $1', [retryId]);
      return { result: bsonOf(row!.reply)!, success: row!.success === true };
    }
    const outcome = await work(query);
    await query('UPDATE sello_gateway.replies SET reply = $2, success = $3 WHERE id = $1', [
      retryId,
      outcome.result.toString('hex'),
      outcome.success ? 'true' : 'false',
    ]);
    return outcome;
  }, again);
}

/** Runs a write command's function in whichever of the ways fits: in a transaction, exactly once, or plainly. */
async function write(context: Context, name: 'insert' | 'update' | 'delete', field: string): Promise<Reply> {
  const { database, session } = context;
  const collection = collectionOf(context);
  const statements = statementsOf(context, field);
  const retryId = retryIdOf(context);
  const sql = `SELECT p_result, p_success FROM documentdb_api.${name}($1, $2, $3, $4)`;
  const parameters = (id: string | null): Parameter[] => [
    context.db,
    context.body.bytes,
    statements.beside,
    id,
  ];

  // For commands of which nothing stays unless all of it does: DocumentDB reports a lost conflict or race as one
  // statement's error, and here it fails the whole, to be tried again.
  let races = 0;
  const whole = (rows: Row[]): Outcome => {
    const outcome = outcomeOf(rows);
    const errors = outcome.success ? [] : writeErrorsOf(outcome.result);
    if (errors.some((error) => error.code === CONFLICT)) {
      throw new CommandError(
        CONFLICT,
        'Write conflict with another operation; the operation may be tried again',
      );
    }
    const raced = errors.some(
      (error) => error.code === DUPLICATE && statements.at(error.index)?.upsert === true,
    );
    if (raced && !session?.inTransaction && ++races < UPSERT_TRIES) throw new UpsertRace();
    return outcome;
  };

  const outcome = await inTransactionOr(
    context,
    async (query) => whole(await query(sql, parameters(null))),
    async () => {
      if (statements.count === 1) {
        const once = () => database.use((query) => query(sql, parameters(retryId)));
        return await database.again(async () => whole(await once()), again);
      }
      if (retryId) {
        return await exactlyOnce(context, retryId, async (query) =>
          whole(await query(sql, parameters(null))),
        );
      }
      // Many updates: a procedure that commits as it goes, so that two of them do not wait for each other's end.
      const text = name === 'update' ? 'CALL documentdb_api.update_bulk($1, $2, $3, $4)' : sql;
      return outcomeOf(await database.query(text, parameters(null), lostCreationRace));
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
    lostCreationRace(error) || (upsert && isDuplicate(error) && ++races < UPSERT_TRIES);
  // Named inside the transaction's own error handling, which would take the error for one of the gateway.
  const named = async (error: unknown): Promise<never> => {
    throw isDuplicate(error) ? await duplicateKeyError(context, collection, error) : error;
  };
  const rows = await inTransactionOr(
    context,
    (query) => query(sql, [context.db, context.body.bytes, null]).catch(named),
    () => context.database.query(sql, [context.db, context.body.bytes, retryId], raced).catch(named),
  );
  return outcomeOf(rows).result;
};

function isDuplicate(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && (error.code === '23505' || error.code === '23P01');
}

export const writes = { insert, update, delete: remove, findAndModify, findandmodify: findAndModify };
