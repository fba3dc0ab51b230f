import type { Connection, Model, mongo, Schema } from 'mongoose';
import { duplicatePositions, requireAll } from './errors.ts';

/** A collection: the driver's own, because nothing it is given needs casting, and the schema's check for single inserts. */
export interface Table<Row extends { _id: string }> {
  rows: mongo.Collection<Row>;
  /** Checks the row against its schema, writes it and answers it. */
  insert(row: Row): Promise<Row>;
  /**
   * Writes rows in one unordered bulk and passes over those whose key stands already; answers their positions. Every
   * other row was acknowledged as written: anything less throws, `unavailable` when the answer was lost.
   */
  insertMissing(rows: readonly Row[]): Promise<Set<number>>;
}

export function openTable<Row extends { _id: string }>(
  connection: Connection,
  name: string,
  schema: Schema<Row>,
): Table<Row> {
  const model = connection.model(name, schema as Schema, name) as unknown as Model<Row>;
  const rows = connection.getClient().db(connection.name).collection<Row>(name);
  return {
    rows,
    async insert(row) {
      await new model(row).validate();
      await rows.insertOne(row as mongo.OptionalUnlessRequiredId<Row>);
      return row;
    },
    async insertMissing(many) {
      if (many.length === 0) return new Set();
      try {
        const statements = many as mongo.OptionalUnlessRequiredId<Row>[];
        const { insertedCount } = await rows.insertMany(statements, { ordered: false });
        requireAll(many.length, insertedCount);
        return new Set();
      } catch (error) {
        return duplicatePositions(error, many.length);
      }
    },
  };
}

/**
 * `$set` for what has a value and `$unset` for what has none: with it an update writes exactly the given fields.
 * Empty parts are left out, as the server refuses them.
 */
export function setOrUnset(fields: Record<string, unknown>): {
  $set?: Record<string, unknown>;
  $unset?: Record<string, ''>;
} {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const unset = Object.entries(fields).filter(([, value]) => value === undefined || value === null);
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map(([name]) => [name, '' as const])) }),
  };
}

/** Without the fields that have no value: what a record with optional fields is built from. */
export function present<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** `items` in runs of at most `size`. */
export function* inRuns<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Puts found rows into the order of the ids that were asked for; what was not found is left out. */
export function inOrderOf<Row extends { _id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type Filter<Row extends { _id: string }> = mongo.Filter<Row>;
export type Update<Row extends { _id: string }> = mongo.UpdateFilter<Row>;
