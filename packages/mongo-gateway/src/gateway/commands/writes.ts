import { deserialize, onDemand } from 'bson';
import pg from 'pg';
import { splitSequence } from '../body.ts';
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
import { describeWriteError, duplicateKeyError, type IndexName } from '../duplicate-key.ts';
import { codeOfState, unpackState } from '../error-table.ts';
import { CommandError, notSupported } from '../errors.ts';

type Doc = Record<string, unknown>;

const DUPLICATE = 11000;
const CONFLICT = 112;
const MAX_TEXT_BYTES = 1024 * 1024;
/** How often an upsert that found nothing and then could not insert looks again. */
const UPSERT_TRIES = 4;

interface Statements {
  count: number;
  at(index: number): Doc | null;
}

/** The statements of a write command, wherever they stand: in the body's array or beside it. */
function statements(context: Context, field: string): Statements {
  const beside = context.sequences.get(field);
  if (beside) {
    const documents = splitSequence(beside);
    return { count: documents.length, at: (i) => (documents[i] ? deserialize(documents[i]) : null) };
  }
  const raw = context.body.raw(field);
  if (!raw) throw new CommandError('FailedToParse', `BSON field '${context.command}.${field}' is missing`);
  const elements = [...onDemand.parseToElements(raw)];
  return {
    count: elements.length,
    at: (i) => {
      const element = elements[i];
      return element ? deserialize(raw.subarray(element[3], element[3] + element[4])) : null;
    },
  };
}

interface Outcome {
  result: Buffer;
  success: boolean;
}

function outcomeOf(rows: Row[]): Outcome {
  return { result: bsonOf(rows[0]!.p_result)!, success: rows[0]!.p_success === true };
}

/**
 * For commands of which nothing stays unless all of it does: a lost conflict, which DocumentDB reports as one
 * statement's error, fails the whole and can be tried again.
 */
function wholeOutcomeOf(rows: Row[]): Outcome {
  const outcome = outcomeOf(rows);
  if (!outcome.success && errorCodes(outcome.result).includes(CONFLICT)) {
    throw new CommandError(
      CONFLICT,
      'Write conflict with another operation; the operation may be tried again',
    );
  }
  return outcome;
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
  }, lostCreationRace);
}

/** Runs a write command's function in whichever of the ways fits: in a transaction, exactly once, or plainly. */
async function write(context: Context, name: 'insert' | 'update' | 'delete', field: string): Promise<Reply> {
  const collection = collectionOf(context);
  const list = statements(context, field);
  if (list.count === 0) throw new CommandError('InvalidLength', 'Write batch sizes must be at least 1');
  const retryId = retryIdOf(context);
  const beside = context.sequences.get(field) ?? null;
  const sql = `SELECT p_result, p_success FROM documentdb_api.${name}($1, $2, $3, $4)`;
  const parameters = (id: string | null): Parameter[] => [context.db, context.body.bytes, beside, id];
  const upserts = name === 'update' && list.count === 1 && list.at(0)?.upsert === true;

  let outcome: Outcome;
  for (let attempt = 1; ; attempt++) {
    outcome = await inTransactionOr(
      context,
      async (query) => wholeOutcomeOf(await query(sql, parameters(null))),
      async () => {
        const { database } = context;
        if (list.count === 1) {
          const once = () => database.use((query) => query(sql, parameters(retryId)));
          return await database.again(async () => wholeOutcomeOf(await once()), lostCreationRace);
        }
        if (retryId) {
          const all = async (query: Query) => wholeOutcomeOf(await query(sql, parameters(null)));
          return await exactlyOnce(context, retryId, all);
        }
        // Many updates: a procedure that commits as it goes, so that two of them do not wait for each other's end.
        const text = name === 'update' ? 'CALL documentdb_api.update_bulk($1, $2, $3, $4)' : sql;
        return outcomeOf(await database.query(text, parameters(null), lostCreationRace));
      },
    );
    if (outcome.success) return outcome.result;
    const raced = upserts && errorCodes(outcome.result)[0] === DUPLICATE && !context.session?.inTransaction;
    if (!raced || attempt >= UPSERT_TRIES) break;
  }
  const { session } = context;
  // A write error inside a transaction ends it, as on MongoDB.
  if (session?.inTransaction) await context.transactions.abort(session.id, session.txnNumber!);
  return await withWriteErrors(context, collection, name, list, outcome.result);
}

function codeOfWriteError(code: number): number {
  return code > 0xffffff ? codeOfState(unpackState(code)) : code;
}

function errorCodes(result: Buffer): number[] {
  const errors = (deserialize(result).writeErrors ?? []) as { code: number }[];
  return errors.map((error) => codeOfWriteError(error.code));
}

/** The answer with DocumentDB's write errors put into MongoDB's words. */
async function withWriteErrors(
  context: Context,
  collection: string,
  name: string,
  list: Statements,
  result: Buffer,
): Promise<Reply> {
  // Values keep their exact types: an upserted _id goes back as it came.
  const reply = deserialize(result, { promoteValues: false }) as Doc;
  const errors = (deserialize(result).writeErrors ?? []) as {
    index: number;
    code: number;
    errmsg: string;
  }[];
  const described: Doc[] = [];
  const indexes = new Map<string, Promise<IndexName>>();
  let textBytes = 0;
  for (const { index, code: packed, errmsg: said } of errors) {
    const code = codeOfWriteError(packed);
    let entry: { errmsg: string; extra: Doc } = { errmsg: said, extra: {} };
    if (code === DUPLICATE) {
      const statement = list.at(index);
      const document = name === 'insert' ? statement : statement && wouldBe(statement);
      entry = await describeWriteError(context, collection, said, document, indexes);
    }
    // Beyond a bound the text goes and the code stays, as on MongoDB: the answer must fit a message.
    textBytes += entry.errmsg.length;
    if (textBytes > MAX_TEXT_BYTES) described.push({ index, code, errmsg: '' });
    else described.push({ index, code, errmsg: entry.errmsg, ...entry.extra });
  }
  return { ...reply, writeErrors: described };
}

/** As much of the document an update would have made as its statement tells. */
function wouldBe(statement: Doc): Doc {
  const query = (statement.q ?? {}) as Doc;
  const update = (statement.u ?? {}) as Doc;
  if (Array.isArray(update)) return query;
  const isReplacement = !Object.keys(update)[0]?.startsWith('$');
  if (isReplacement) return { ...update, _id: update._id ?? query._id };
  return { ...query, ...(update.$setOnInsert as Doc), ...(update.$set as Doc) };
}

const insert: Handler = (context) => write(context, 'insert', 'documents');
const update: Handler = (context) => write(context, 'update', 'updates');
const remove: Handler = (context) => write(context, 'delete', 'deletes');

const findAndModify: Handler = async (context) => {
  const collection = collectionOf(context);
  const retryId = retryIdOf(context);
  const sql = 'SELECT p_result, p_success FROM documentdb_api.find_and_modify($1, $2, $3)';
  const upsert = context.body.get('upsert') === true;
  let tries = 1;
  const again = (error: unknown): boolean =>
    lostCreationRace(error) || (upsert && isDuplicate(error) && tries++ < UPSERT_TRIES);
  try {
    const rows = await inTransactionOr(
      context,
      (query) =>
        query(sql, [context.db, context.body.bytes, null]).catch((error) =>
          rethrow(context, collection, error),
        ),
      () => context.database.query(sql, [context.db, context.body.bytes, retryId], again),
    );
    return outcomeOf(rows).result;
  } catch (error) {
    return await rethrow(context, collection, error);
  }
};

function isDuplicate(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && (error.code === '23505' || error.code === '23P01');
}

async function rethrow(context: Context, collection: string, error: unknown): Promise<never> {
  throw isDuplicate(error) ? await duplicateKeyError(context, collection, error) : error;
}

const bulkWrite: Handler = () => {
  throw notSupported('the bulkWrite command over several collections');
};

export const writes = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
  bulkWrite,
};
