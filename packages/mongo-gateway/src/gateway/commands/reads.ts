import type { Context, Handler, Reply } from '../context.ts';
import { collectionOf, read } from '../context.ts';
import { bsonOf, type Database, type Row } from '../database.ts';
import { elementBytes, TYPE } from '../elements.ts';
import { CommandError, notSupported, toCommandError } from '../errors.ts';
import { rewritePipeline } from '../rewrite.ts';
import { mayWrite, refuseUnreliableTarget } from '../write-stages.ts';

const CURSOR_NOT_FOUND = 43;

/** Registers the cursor that a first page leaves open; returns the page. */
export function firstPage(context: Context, namespace: string, rows: Row[]): Reply {
  const row = rows[0]!;
  const page = bsonOf(row.cursorpage)!;
  const continuation = bsonOf(row.continuation);
  if (!continuation) return page;
  const { session } = context;
  context.cursors.add({
    id: String(row.cursorid),
    database: context.db,
    namespace,
    continuation,
    session: session?.id ?? null,
    transaction: session?.inTransaction ?? false,
    connectionId: context.connectionId,
    usedAt: Date.now(),
  });
  return page;
}

/** Needed because DocumentDB treats a negative size as absent. */
function checkBatchSize(context: Context): void {
  const size = context.body.number('batchSize');
  if (size !== undefined && size < 0) {
    throw new CommandError(51024, `BSON field 'batchSize' value must be >= 0, actual value '${size}'`);
  }
}

const find: Handler = async (context) => {
  const collection = collectionOf(context);
  checkBatchSize(context);
  for (const option of ['tailable', 'awaitData', 'oplogReplay', 'returnKey', 'showRecordId']) {
    if (context.body.get(option) === true) throw notSupported(`find with ${option}`);
  }
  const sql = 'SELECT * FROM documentdb_api.find_cursor_first_page($1, $2, 0)';
  return firstPage(
    context,
    `${context.db}.${collection}`,
    await read(context, sql, [context.db, context.body.bytes]),
  );
};

/** The command's body with its pipeline rewritten so that DocumentDB gives MongoDB's results. */
export function rewrittenBody({ body }: Context): Buffer {
  const pipeline = body.has('pipeline') ? body.raw('pipeline') : null;
  const rewritten = pipeline && rewritePipeline(pipeline);
  if (!rewritten || rewritten === pipeline) return body.bytes;
  return body.with('pipeline', elementBytes({ type: TYPE.array, name: 'pipeline', value: rewritten }));
}

const aggregate: Handler = async (context) => {
  if (context.body.get('explain') === true) throw notSupported('aggregate with explain');
  const target = context.body.get('aggregate');
  const namespace = `${context.db}.${typeof target === 'string' ? target : '$cmd.aggregate'}`;
  if (!context.body.has('cursor')) throw new CommandError('FailedToParse', "The 'cursor' option is required");
  const writes = mayWrite(context.body);
  if (writes) refuseUnreliableTarget(context.body);
  const sql = 'SELECT * FROM documentdb_api.aggregate_cursor_first_page($1, $2, 0)';
  return firstPage(
    context,
    namespace,
    await read(context, sql, [context.db, rewrittenBody(context)], writes),
  );
};

const getMore: Handler = async (context) => {
  const id = context.body.get('getMore');
  if (typeof id !== 'bigint') throw new CommandError('TypeMismatch', 'getMore must be a 64-bit integer');
  const collection = context.body.text('collection');
  if (!collection) throw new CommandError('BadValue', 'getMore must name its collection');
  checkBatchSize(context);
  const cursor = context.cursors.take(String(id), `${context.db}.${collection}`, context.session?.id ?? null);
  const sql = 'SELECT * FROM documentdb_api.cursor_get_more($1, $2, $3)';
  let rows: Row[];
  try {
    rows = await read(context, sql, [context.db, context.body.bytes, cursor.continuation]);
  } catch (error) {
    // After a failure the client may retry; a cursor that PostgreSQL no longer has is removed.
    context.cursors.putBack(cursor.id);
    if (toCommandError(error).code === CURSOR_NOT_FOUND) context.cursors.kill([cursor.id]);
    throw error;
  }
  context.cursors.advance(cursor.id, bsonOf(rows[0]!.continuation));
  return bsonOf(rows[0]!.cursorpage)!;
};

/** Deletes PostgreSQL's files of cursors that are no longer read. */
export async function deleteCursors(database: Database, ids: string[]): Promise<void> {
  const list = `{${ids.join(',')}}`;
  await database.query('SELECT documentdb_api_internal.delete_cursors($1::bigint[])', [list]);
}

/** Closes cursors; returns the ids of those that existed. */
export async function discard(
  context: Pick<Context, 'database' | 'cursors'>,
  ids: string[],
): Promise<string[]> {
  const killed = context.cursors.kill(ids).map((cursor) => cursor.id);
  if (killed.length > 0) await deleteCursors(context.database, killed);
  return killed;
}

const killCursors: Handler = async (context) => {
  const ids = context.body.get('cursors');
  if (!Array.isArray(ids)) throw new CommandError('TypeMismatch', 'killCursors needs an array of cursors');
  const killed = new Set(await discard(context, ids.map(String)));
  return {
    cursorsKilled: ids.filter((id) => killed.has(String(id))),
    cursorsNotFound: ids.filter((id) => !killed.has(String(id))),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  };
};

const count: Handler = async (context) => {
  collectionOf(context);
  const rows = await read(context, 'SELECT document FROM documentdb_api.count_query($1, $2)', [
    context.db,
    context.body.bytes,
  ]);
  return bsonOf(rows[0]!.document)!;
};

const distinct: Handler = async (context) => {
  collectionOf(context);
  const rows = await read(context, 'SELECT document FROM documentdb_api.distinct_query($1, $2)', [
    context.db,
    context.body.bytes,
  ]);
  return bsonOf(rows[0]!.document)!;
};

export const reads = { find, aggregate, getMore, killCursors, count, distinct };
