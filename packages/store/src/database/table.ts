import type { Entity } from '@sello/contracts';
import type { Connection, mongo } from 'mongoose';
import { duplicatePositions, isDuplicateKey, requireAll } from './errors.ts';
import { createToRows, type Filter, type Rows, readsOf } from './reads.ts';
import { schemaOf } from './schema-of.ts';
import { pipelineOf, type ValuesById } from './set-each.ts';
import { upgradeBefore } from './upgrade.ts';
import { type Projection, type Stored, versionsOf, withVersion } from './versions.ts';
import { compileCheck } from './write-check.ts';

export type { Filter };
/** The update operators that are validated against the schema; no others are allowed. */
export type Update<Row extends { _id: string }> = Pick<
  mongo.UpdateFilter<Row>,
  '$set' | '$setOnInsert' | '$unset' | '$inc' | '$push'
>;
/** One statement of a bulk write: an `updateMany`. */
export interface Statement<Row extends { _id: string }> {
  filter: Filter<Row>;
  update: Update<Row>;
}

interface FindAndUpdate {
  returnDocument: 'before' | 'after';
  projection?: Projection;
  upsert?: boolean;
}

/**
 * A collection. Reads go directly to the driver, because nothing needs to be cast, and migrate documents of earlier
 * versions to the current one. Writes go only through these functions: each validates its values against the schema and
 * throws `internal`, naming the path, when they do not match. Documents are written in the current version: an older
 * one is migrated before it is updated.
 */
export interface Table<Row extends { _id: string }> {
  rows: Rows<Row>;
  /** Inserts a row and returns it. */
  insert(row: Row): Promise<Row>;
  /**
   * Inserts a row, or returns the existing one of the same id (and tenant, when it has one): idempotent. Throws when
   * another unique key is taken.
   */
  insertOnce(row: Row): Promise<Row>;
  /**
   * Inserts rows in one unordered bulk and skips those whose key already exists; returns the positions of the skipped
   * ones. All others were acknowledged; otherwise throws, `unavailable` when the response was lost.
   */
  insertMissing(rows: readonly Row[]): Promise<Set<number>>;
  updateOne(filter: Filter<Row>, update: Update<Row>): Promise<mongo.UpdateResult<Row>>;
  updateMany(filter: Filter<Row>, update: Update<Row>): Promise<mongo.UpdateResult<Row>>;
  findOneAndUpdate(filter: Filter<Row>, update: Update<Row>, options: FindAndUpdate): Promise<Row | null>;
  /**
   * Runs statements in one unordered bulk, each independent of the others: as one statement they would hold locks on
   * some rows while waiting for others. Each is an `updateMany`, because the driver retries `updateOne` automatically,
   * for which a server may run the whole bulk in one transaction; each must therefore be idempotent. Returns how many
   * rows matched.
   */
  updateEach(statements: readonly Statement<Row>[]): Promise<number>;
  /**
   * Sets different values on the matching rows, in one statement. It holds locks on some rows while it waits for
   * others: two concurrent calls on the same rows may conflict (`isWriteConflict`), and the caller must retry in
   * another way. Returns how many rows matched.
   */
  setEach(filter: Filter<Row>, values: ValuesById<Row>): Promise<number>;
  /** Returns whether a row was deleted. */
  deleteOne(filter: Filter<Row>): Promise<boolean>;
  /** Returns how many were deleted. */
  deleteMany(filter: Filter<Row>): Promise<number>;
}

export function openTable<Row extends { _id: string }>(connection: Connection, entity: Entity): Table<Row> {
  const { collection: name } = entity;
  const collection = connection.getClient().db(connection.name).collection<Row>(name);
  const check = compileCheck(name, schemaOf(entity));
  const versions = versionsOf<Row>(entity);
  const asInsert = (row: Row) => versions.stamp(row) as mongo.OptionalUnlessRequiredId<Row>;
  const toRows = createToRows(collection, versions);
  const rows = readsOf(collection, toRows);
  const upgrade = upgradeBefore(collection, versions, check);

  /** A document that an upsert inserts has the current version. */
  const stampNew = (update: Update<Row>): Update<Row> =>
    ({ ...update, $setOnInsert: versions.stamp({ ...update.$setOnInsert } as Row) }) as Update<Row>;

  const insert: Table<Row>['insert'] = async (row) => {
    check.row(row);
    await collection.insertOne(asInsert(row));
    return row;
  };

  return {
    rows,
    insert,
    async insertOnce(row) {
      try {
        return await insert(row);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const { _id, tenantId } = row as { _id: string; tenantId?: string };
        const same = { _id, ...(tenantId !== undefined && { tenantId }) };
        const existing = await rows.findOne(same as Filter<Row>);
        if (!existing) throw error;
        return existing;
      }
    },
    async insertMissing(many) {
      if (many.length === 0) return new Set();
      for (const row of many) check.row(row);
      try {
        const { insertedCount } = await collection.insertMany(many.map(asInsert), { ordered: false });
        requireAll(many.length, insertedCount);
        return new Set();
      } catch (error) {
        return duplicatePositions(error, many.length);
      }
    },
    async updateOne(filter, update) {
      check.filter(filter);
      check.update(update);
      await upgrade(filter);
      return collection.updateOne(filter, update);
    },
    async updateMany(filter, update) {
      check.filter(filter);
      check.update(update);
      await upgrade(filter);
      return collection.updateMany(filter, update);
    },
    async findOneAndUpdate(filter, update, { returnDocument, upsert = false, projection }) {
      check.filter(filter);
      if (upsert) check.upsert(filter, update);
      else check.update(update);
      await upgrade(filter);
      const wanted = withVersion(projection);
      const options = { returnDocument, upsert, ...(wanted && { projection: wanted }) };
      const found = await collection.findOneAndUpdate(filter, upsert ? stampNew(update) : update, options);
      if (found === null) return null;
      const [row] = await toRows([found as unknown as Stored], projection);
      return row ?? null;
    },
    async updateEach(statements) {
      if (statements.length === 0) return 0;
      for (const { filter, update } of statements) {
        check.filter(filter);
        check.update(update);
      }
      await upgrade({ $or: statements.map(({ filter }) => filter) } as Filter<Row>);
      const bulk = statements.map((statement) => ({ updateMany: statement }));
      return (await collection.bulkWrite(bulk, { ordered: false })).matchedCount;
    },
    async setEach(filter, values) {
      if (values.size === 0) return 0;
      const byIds = { ...filter, _id: { $in: [...values.keys()] } } as Filter<Row>;
      check.filter(filter);
      for (const fields of values.values()) check.update({ $set: fields });
      await upgrade(byIds);
      return (await collection.updateMany(byIds, pipelineOf(values))).matchedCount;
    },
    async deleteOne(filter) {
      check.filter(filter);
      return (await collection.deleteOne(filter)).deletedCount === 1;
    },
    async deleteMany(filter) {
      check.filter(filter);
      return (await collection.deleteMany(filter)).deletedCount;
    },
  };
}

/**
 * `$set` for fields with a value and `$unset` for the others, so that an update writes exactly the given fields. Empty
 * operators are omitted, because the server refuses them.
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

/** A copy without the fields that are `undefined`, to build records with optional fields. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Splits `items` into slices of at most `size`. */
export function* inRuns<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Sorts rows into the order of the requested ids; missing ones are left out. */
export function inOrderOf<Row extends { _id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
