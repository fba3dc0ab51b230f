import { times } from '@sello/kit';
import { type Connection, mongo, type Schema } from 'mongoose';
import pRetry from 'p-retry';
import { schemas } from './tables.ts';

/** IndexOptionsConflict, IndexKeySpecsConflict: an older release created an index with this name or key. */
const conflicts = new Set([85, 86]);
/** NamespaceExists. */
const collectionExists = 48;

function describe(schema: Schema): mongo.IndexDescription[] {
  return schema.indexes().map(([key, { background: _, ...options }]) => ({
    name: Object.entries(key)
      .map(([field, direction]) => `${field}_${String(direction)}`)
      .join('_')
      .concat(options.partialFilterExpression ? '_partial' : ''),
    ...(options as object),
    key: key as Record<string, 1>,
  }));
}

async function ensure(database: mongo.Db, name: string, indexes: mongo.IndexDescription[]): Promise<void> {
  try {
    // A collection that is only read by id has no index besides the one on `_id`.
    if (indexes.length === 0) await database.createCollection(name);
    else await database.collection(name).createIndexes(indexes);
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === collectionExists) return;
    if (!(error instanceof mongo.MongoServerError) || !conflicts.has(Number(error.code))) throw error;
    const existing = await database.collection(name).indexes();
    const wanted = new Set(indexes.map((index) => index.name));
    const changed = existing.filter((index) => index.name !== '_id_' && wanted.has(index.name));
    for (const index of changed) await database.collection(name).dropIndex(index.name!);
    await database.collection(name).createIndexes(indexes);
  }
}

/**
 * Creates missing collections and indexes; safe when several services start concurrently. An index whose definition
 * changed is dropped and created again.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  const database = connection.getClient().db(connection.name);
  for (const [name, schema] of Object.entries(schemas)) {
    const indexes = describe(schema);
    await pRetry(() => ensure(database, name, indexes), {
      retries: 4,
      minTimeout: times.indexAgainMs,
      randomize: true,
    });
  }
}
