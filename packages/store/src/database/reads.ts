import type { mongo } from 'mongoose';
import { byIndex, type DeclaredIndex } from './declared-index.ts';
import {
  isIdAlone,
  type Projection,
  projected,
  type Stored,
  type Versions,
  withVersion,
} from './versions.ts';

export type Filter<Row extends { _id: string }> = mongo.Filter<Row>;

interface Read {
  projection?: Projection | undefined;
  /** The index to use (`hint`), for a query whose cost the planner misestimates. */
  index?: DeclaredIndex | undefined;
}

/** The result of a query. The query runs on `toArray` or on the first step of the iteration. */
export interface RowCursor<Row> extends AsyncIterable<Row> {
  sort(order: Readonly<Record<string, 1 | -1>>): RowCursor<Row>;
  skip(count: number): RowCursor<Row>;
  limit(count: number): RowCursor<Row>;
  toArray(): Promise<Row[]>;
}

/** Where a row of another collection is joined: that whose id is in the field `by` and which matches `where`. */
export interface Join<Row, Other extends { _id: string }> {
  rows: Rows<Other>;
  by: keyof Row & string;
  /** For a collection of organizations' data it contains the tenant's id, as every query does. */
  where: Filter<Other>;
  projection?: Projection;
}

export interface JoinedRow<Row, Other> {
  row: Row;
  joined: Other | undefined;
}

/**
 * The read operations of a repository. `find` and `findOne` migrate every document to the current version and throw
 * `internal` for one that a newer release wrote. Counts, distinct values and aggregations see documents as they are
 * stored.
 */
export interface Rows<Row extends { _id: string }>
  extends Pick<mongo.Collection<Row>, 'distinct' | 'aggregate'> {
  countDocuments(filter: Filter<Row>, options?: Pick<Read, 'index'>): Promise<number>;
  find(filter: Filter<Row>, options?: Read): RowCursor<Row>;
  findOne(filter: Filter<Row>, options?: { projection?: Projection }): Promise<Row | null>;
  /** The matching rows in the order of their ids, each with the row of another collection: one query instead of two. */
  findJoined<Other extends { _id: string }>(
    filter: Filter<Row>,
    join: Join<Row, Other>,
  ): Promise<JoinedRow<Row, Other>[]>;
  /** What another collection needs to join the rows of this one. */
  readonly source: { collection: string; toRows: ToRows<Row> };
}

/** Converts documents to rows; one that was deleted meanwhile is left out. */
export type ToRows<Row> = (found: readonly Stored[], projection?: Projection) => Promise<Row[]>;

export function createToRows<Row extends { _id: string }>(
  collection: mongo.Collection<Row>,
  { isOlder, toRow }: Versions<Row>,
): ToRows<Row> {
  return async (found, projection) => {
    if (isIdAlone(projection)) return found as unknown as Row[];
    const older = found.filter(isOlder);
    if (older.length === 0 || projection === undefined) return found.map(toRow);
    // A migration may need fields that the projection leaves out: an older document is read completely.
    const ids = { _id: { $in: older.map(({ _id }) => _id) } } as Filter<Row>;
    const whole = (await collection.find(ids).toArray()) as unknown as Stored[];
    const migrated = new Map(whole.map((stored) => [stored._id, projected(toRow(stored), projection)]));
    return found.flatMap((stored) => (isOlder(stored) ? (migrated.get(stored._id) ?? []) : toRow(stored)));
  };
}

/** The field in which a joined row arrives; no entity has one of this name. */
const joinedAs = 'joinedRows';

/** Documents of a reply when all are wanted. Without it the first one has 101, and most reads would need a second. */
const readTogether = 2_000;

/** Read operations only, so that no cast can bypass the validation of writes. */
export function readsOf<Row extends { _id: string }>(
  collection: mongo.Collection<Row>,
  toRows: ToRows<Row>,
): Rows<Row> {
  function found(cursor: mongo.FindCursor<unknown>, projection: Projection | undefined): RowCursor<Row> {
    return {
      sort: (order) => found(cursor.sort(order), projection),
      skip: (count) => found(cursor.skip(count), projection),
      limit: (count) => found(cursor.limit(count), projection),
      toArray: async () => toRows((await cursor.batchSize(readTogether).toArray()) as Stored[], projection),
      async *[Symbol.asyncIterator]() {
        for await (const stored of cursor) yield* await toRows([stored as Stored], projection);
      },
    };
  }
  const optionsOf = (projection: Projection | undefined) => {
    const wanted = withVersion(projection);
    return wanted === undefined ? {} : { projection: wanted };
  };
  return {
    find: (filter, { projection, index } = {}) =>
      found(collection.find(filter, { ...optionsOf(projection), ...byIndex(index) }), projection),
    async findOne(filter, { projection } = {}) {
      const stored = await collection.findOne(filter, optionsOf(projection));
      if (stored === null) return null;
      const [row] = await toRows([stored as unknown as Stored], projection);
      return row ?? null;
    },
    async findJoined(filter, { rows: other, by, where, projection }) {
      const { collection: from, toRows: toOthers } = other.source;
      const wanted = withVersion(projection);
      const pipeline = [{ $match: where }, ...(wanted === undefined ? [] : [{ $project: wanted }])];
      const found = await collection
        .aggregate<Stored & { [joinedAs]: Stored[] }>([
          { $match: filter },
          { $sort: { _id: 1 } },
          { $lookup: { from, localField: by, foreignField: '_id', pipeline, as: joinedAs } },
        ])
        .toArray();
      const others = await toOthers(
        found.flatMap((stored) => stored[joinedAs]),
        projection,
      );
      const otherById = new Map(others.map((one) => [one._id, one]));
      const rows = await toRows(found.map(({ [joinedAs]: _, ...stored }) => stored as Stored));
      return rows.map((row) => ({ row, joined: otherById.get(row[by] as string) }));
    },
    source: { collection: collection.collectionName, toRows },
    countDocuments: (filter, { index } = {}) => collection.countDocuments(filter, byIndex(index)),
    distinct: collection.distinct.bind(collection),
    aggregate(pipeline: mongo.Document[] = [], options?: mongo.AggregateOptions) {
      const writeStage = pipeline.find((stage) => '$out' in stage || '$merge' in stage);
      if (writeStage) throw new TypeError(`an aggregation that writes: ${Object.keys(writeStage)[0]}`);
      return collection.aggregate(pipeline, options);
    },
  } as Rows<Row>;
}
