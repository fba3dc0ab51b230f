import { deserialize, ObjectId } from 'bson';
import type pg from 'pg';
import type { Context } from './context.ts';
import { bsonOf, type Database } from './database.ts';
import { CommandError } from './errors.ts';

type Doc = Record<string, unknown>;

export interface IndexName {
  name: string;
  key: Doc | null;
}

async function indexNamed(
  database: Database,
  db: string,
  collection: string,
  name: string,
): Promise<IndexName> {
  if (name === '_id_') return { name, key: { _id: 1 } };
  const rows = await database.query(
    `SELECT (index_spec).index_key AS key FROM documentdb_api_catalog.collection_indexes
     JOIN documentdb_api_catalog.collections USING (collection_id)
     WHERE database_name = $1 AND collection_name = $2 AND (index_spec).index_name = $3`,
    [db, collection, name],
  );
  const key = bsonOf(rows[0]?.key);
  return { name, key: key ? deserialize(key) : null };
}

async function indexNumbered(database: Database, id: number): Promise<IndexName | null> {
  const rows = await database.query(
    `SELECT (index_spec).index_name AS name, (index_spec).index_key AS key
     FROM documentdb_api_catalog.collection_indexes WHERE index_id = $1`,
    [id],
  );
  const key = bsonOf(rows[0]?.key);
  return rows[0] ? { name: String(rows[0].name), key: key ? deserialize(key) : null } : null;
}

function valueAt(document: Doc, path: string): unknown {
  if (path in document) return document[path];
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Doc)[part];
  }
  return value ?? null;
}

function show(value: unknown): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner)) ?? 'null';
}

/**
 * The error of a MongoDB server for a duplicate key: the message that drivers and people parse, keyPattern and
 * keyValue.
 * @param document the refused document, as far as it is known; without it keyValue is omitted
 */
function describe(namespace: string, index: IndexName, document: Doc | null): { errmsg: string; extra: Doc } {
  const extra: Doc = {};
  let shown = '';
  if (index.key) {
    extra.keyPattern = index.key;
    if (document) {
      const values = Object.fromEntries(
        Object.keys(index.key).map((path) => [path, valueAt(document, path)]),
      );
      extra.keyValue = values;
      shown = `: { ${Object.entries(values)
        .map(([path, value]) => `${path}: ${show(value)}`)
        .join(', ')} }`;
    }
  }
  return {
    errmsg: `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key${shown}`,
    extra,
  };
}

/**
 * The same for one of a write command's errors, of which DocumentDB reports only the index's name.
 * @param indexes cache of the indexes of this command
 */
export async function describeWriteError(
  context: Context,
  collection: string,
  said: string,
  document: Doc | null,
  indexes: Map<string, Promise<IndexName>>,
): Promise<{ errmsg: string; extra: Doc }> {
  const name = /Index '(.*)'$/.exec(said)?.[1];
  if (name === undefined) return { errmsg: `E11000 ${said}`, extra: {} };
  const index = indexes.get(name) ?? indexNamed(context.database, context.db, collection, name);
  indexes.set(name, index);
  return describe(`${context.db}.${collection}`, await index, document);
}

/** The same for an error of PostgreSQL: its constraint names the index, its detail contains the document. */
export async function duplicateKeyError(
  context: Context,
  collection: string,
  error: pg.DatabaseError,
): Promise<CommandError> {
  const namespace = `${context.db}.${collection}`;
  const values = [...(error.detail ?? '').matchAll(/BSONHEX([0-9a-f]+)/g)].map((match) =>
    deserialize(Buffer.from(match[1]!, 'hex')),
  );
  const number = /^documents_rum_index_(\d+)$/.exec(error.constraint ?? '')?.[1];
  const index = number
    ? await indexNumbered(context.database, Number(number))
    : { name: '_id_', key: { _id: 1 } };
  // An index on _id reports only its value; the others put the complete refused document after the equals sign.
  const afterEquals = (error.detail ?? '').indexOf(')=(');
  const first = (error.detail ?? '').slice(0, Math.max(afterEquals, 0)).match(/BSONHEX/g)?.length ?? 0;
  const refused = number ? (values[first] ?? null) : { _id: values[0]?.[''] };
  const { errmsg, extra } = describe(namespace, index ?? { name: 'unknown', key: null }, refused);
  return new CommandError('DuplicateKey', errmsg, { extra, cause: error });
}
