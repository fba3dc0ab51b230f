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
/** The operators that a write may use: those whose values are held against the schema. */
export type Update<Row extends { _id: string }> = Pick<
  mongo.UpdateFilter<Row>,
  '$set' | '$setOnInsert' | '$unset' | '$inc' | '$push'
>;
/** One statement of a bulk: every row that the filter finds is updated. */
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
 * A collection. Reading goes straight to the driver, because nothing it is given needs casting, and brings documents of
 * former versions to the present one; writing goes through the functions here alone, each of which holds what it writes
 * against the schema first and throws `internal`, naming the path, when it does not fit. What is written is of the
 * present version: an older document becomes it before it is changed.
 */
export interface Table<Row extends { _id: string }> {
  rows: Rows<Row>;
  /** Writes a row and answers it. */
  insert(row: Row): Promise<Row>;
  /**
   * Writes a row, or answers the one that stands under its id already (of the same tenant, when it has one): asked
   * twice, made once. Throws when another unique key is taken.
   */
  insertOnce(row: Row): Promise<Row>;
  /**
   * Writes rows in one unordered bulk and passes over those whose key stands already; answers their positions. Every
   * other row was acknowledged as written: anything less throws, `unavailable` when the answer was lost.
   */
  insertMissing(rows: readonly Row[]): Promise<Set<number>>;
  updateOne(filter: Filter<Row>, update: Update<Row>): Promise<mongo.UpdateResult<Row>>;
  updateMany(filter: Filter<Row>, update: Update<Row>): Promise<mongo.UpdateResult<Row>>;
  findOneAndUpdate(filter: Filter<Row>, update: Update<Row>, options: FindAndUpdate): Promise<Row | null>;
  /**
   * Statements in one unordered bulk, each for itself: written together they would hold some rows while they wait for
   * others. Each is an `updateMany`, because the driver repeats `updateOne` by itself, for which a server may bind the
   * whole bulk into one transaction; so each must be one that may run twice. Answers how many rows they found.
   */
  updateEach(statements: readonly Statement<Row>[]): Promise<number>;
  /**
   * Gives rows that the filter finds each its own values, in one statement. It holds some of the rows while it waits for
   * others: two that name the same rows may refuse one another (`isWriteConflict`), and the caller repeats it another
   * way. Answers how many rows it found.
   */
  setEach(filter: Filter<Row>, values: ValuesById<Row>): Promise<number>;
  /** Answers whether there was one. */
  deleteOne(filter: Filter<Row>): Promise<boolean>;
  /** Answers how many there were. */
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

  /** The document that an update may insert is of the present version. */
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
      const named = { ...filter, _id: { $in: [...values.keys()] } } as Filter<Row>;
      check.filter(filter);
      for (const fields of values.values()) check.update({ $set: fields });
      await upgrade(named);
      return (await collection.updateMany(named, pipelineOf(values))).matchedCount;
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
export function omitUndefined<Fields extends object>(
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
