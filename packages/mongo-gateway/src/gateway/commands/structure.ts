import { deserialize } from 'bson';
import { indexProblem, UNSUPPORTED_COLLECTION_OPTIONS } from '../../subset.ts';
import { type Context, collectionOf, type Handler, type Reply, read } from '../context.ts';
import { bsonOf, type Query, type Row } from '../database.ts';
import { CommandError, notSupported, stateOf } from '../errors.ts';
import { guardUniqueIndexes } from '../unique-guard.ts';
import { firstPage, rewrittenBody } from './reads.ts';

type Doc = Record<string, unknown>;

function refuseInTransaction(context: Context): void {
  if (context.session?.inTransaction) {
    throw new CommandError(
      'OperationNotSupportedInTransaction',
      `Cannot run '${context.command}' in a multi-document transaction.`,
    );
  }
}

const create: Handler = async (context) => {
  refuseInTransaction(context);
  collectionOf(context);
  for (const option of UNSUPPORTED_COLLECTION_OPTIONS) {
    const value = context.body.get(option);
    if (value !== undefined && value !== false) throw notSupported(`creating a collection with ${option}`);
  }
  const sql = 'SELECT documentdb_api.create_collection_view($1, $2) AS reply';
  return bsonOf((await context.ddl.query(sql, [context.db, rewrittenBody(context)]))[0]!.reply)!;
};

const drop: Handler = async (context) => {
  refuseInTransaction(context);
  const collection = collectionOf(context);
  await context.ddl.query('SELECT documentdb_api.drop_collection($1, $2)', [context.db, collection]);
  context.ddl.forget();
  return { ns: `${context.db}.${collection}`, ok: 1 };
};

const dropDatabase: Handler = async (context) => {
  refuseInTransaction(context);
  await context.ddl.query('SELECT documentdb_api.drop_database($1)', [context.db]);
  context.ddl.forget();
  return { dropped: context.db, ok: 1 };
};

const renameCollection: Handler = async (context) => {
  refuseInTransaction(context);
  const [from, to] = [context.body.text('renameCollection') ?? '', context.body.text('to') ?? ''];
  const parts = (name: string): [string, string] => {
    const dot = name.indexOf('.');
    if (dot < 1 || dot === name.length - 1)
      throw new CommandError('InvalidNamespace', `Invalid namespace specified '${name}'`);
    return [name.slice(0, dot), name.slice(dot + 1)];
  };
  const [[fromDb, source], [toDb, target]] = [parts(from), parts(to)];
  if (fromDb !== toDb) throw notSupported('renaming a collection into another database');
  const dropTarget = context.body.get('dropTarget') === true ? 'true' : 'false';
  await context.ddl.query('SELECT documentdb_api.rename_collection($1, $2, $3, $4::boolean)', [
    fromDb,
    source,
    target,
    dropTarget,
  ]);
  context.ddl.forget();
  return { ok: 1 };
};

/** Refuses index options that DocumentDB accepts but does not apply. */
function refuseUnsupportedIndexes(indexes: unknown): void {
  if (!Array.isArray(indexes))
    throw new CommandError('TypeMismatch', 'createIndexes needs an array of indexes');
  for (const index of indexes as Doc[]) {
    const problem = indexProblem({ key: (index.key ?? {}) as Doc, options: index });
    if (problem) throw notSupported(problem);
  }
}

const createIndexes: Handler = async (context) => {
  refuseInTransaction(context);
  const collection = collectionOf(context);
  refuseUnsupportedIndexes(context.body.get('indexes'));
  const sql = 'SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2, true) AS reply';
  const make = (query: Query): Promise<Row[]> => query(sql, [context.db, context.body.bytes]);
  const isUnique = (context.body.get('indexes') as Doc[]).some((index) => index.unique === true);
  const work = context.ddl.run((query) => (isUnique ? withUniqueGuards(query, make) : make(query)));
  const rows = await work.catch((error) => {
    throw uniqueViolation(error, `${context.db}.${collection}`);
  });
  const { raw } = deserialize(bsonOf(rows[0]!.reply)!) as { raw?: { defaultShard?: Doc } };
  return { ...raw?.defaultShard, ok: 1 };
};

/** Creates unique indexes together with their check constraints, or neither. */
async function withUniqueGuards(query: Query, make: (query: Query) => Promise<Row[]>): Promise<Row[]> {
  await query('BEGIN');
  try {
    const rows = await make(query);
    await guardUniqueIndexes(query, true);
    await query('COMMIT');
    return rows;
  } catch (error) {
    await query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** The error of creating a unique index over documents with duplicate keys. */
function uniqueViolation(error: unknown, namespace: string): unknown {
  const state = stateOf(error);
  if (state !== '23505' && state !== '23P01') return error;
  const message = `Index build failed: collection ${namespace}: E11000 duplicate key error collection: ${namespace}`;
  return new CommandError('DuplicateKey', message, { cause: error });
}

const dropIndexes: Handler = async (context) => {
  refuseInTransaction(context);
  collectionOf(context);
  const rows = await context.ddl.query('CALL documentdb_api.drop_indexes($1, $2)', [
    context.db,
    context.body.bytes,
  ]);
  await context.ddl.run((query) => guardUniqueIndexes(query, false));
  return { ...deserialize(bsonOf(rows[0]!.retval)!), ok: 1 };
};

const collMod: Handler = async (context) => {
  refuseInTransaction(context);
  const collection = collectionOf(context);
  const sql = 'SELECT documentdb_api.coll_mod($1, $2, $3) AS reply';
  return bsonOf((await context.ddl.query(sql, [context.db, collection, rewrittenBody(context)]))[0]!.reply)!;
};

const listCollections: Handler = async (context) => {
  const sql = 'SELECT * FROM documentdb_api.list_collections_cursor_first_page($1, $2, 0)';
  const rows = await read(context, sql, [context.db, context.body.bytes]);
  return firstPage(context, `${context.db}.$cmd.listCollections`, rows);
};

const listIndexes: Handler = async (context) => {
  const collection = collectionOf(context);
  const sql = 'SELECT * FROM documentdb_api.list_indexes_cursor_first_page($1, $2, 0)';
  const rows = await read(context, sql, [context.db, context.body.bytes]);
  const page = firstPage(context, `${context.db}.${collection}`, rows) as Uint8Array;
  // Fields that DocumentDB adds would make every index differ from the requested one.
  const reply = deserialize(page, { promoteValues: false }) as { cursor: { firstBatch: Doc[] } };
  for (const index of reply.cursor.firstBatch) delete index.storageEngine;
  return reply as unknown as Reply;
};

async function statistics(
  context: Context,
  sql: string,
  parameters: (string | Uint8Array)[],
): Promise<Reply> {
  return bsonOf((await read(context, sql, parameters))[0]!.reply)!;
}

const collStats: Handler = (context) =>
  statistics(context, 'SELECT documentdb_api.coll_stats($1, $2, $3::float8) AS reply', [
    context.db,
    collectionOf(context),
    String(context.body.number('scale') ?? 1),
  ]);

const dbStats: Handler = (context) =>
  statistics(context, 'SELECT documentdb_api.db_stats($1, $2::float8) AS reply', [
    context.db,
    String(context.body.number('scale') ?? 1),
  ]);

const listDatabases: Handler = (context) =>
  statistics(context, 'SELECT documentdb_api.list_databases($1::documentdb_core.bson) AS reply', [
    context.body.bytes,
  ]);

const validate: Handler = (context) =>
  statistics(context, 'SELECT document AS reply FROM documentdb_api.validate($1, $2)', [
    context.db,
    context.body.bytes,
  ]);

export const structure = {
  create,
  drop,
  dropDatabase,
  renameCollection,
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  collMod,
  listCollections,
  listIndexes,
  collStats,
  collstats: collStats,
  dbStats,
  dbstats: dbStats,
  listDatabases,
  validate,
};
