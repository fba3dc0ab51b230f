import type { Derivations, Entity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { skeletonsOf } from '../tenants/skeleton.ts';

const derive: Derivations = { skeletons: skeletonsOf };

/** A document as it is stored; without a version field it has the first version. */
export type Stored = Record<string, unknown> & { _id: string; v?: number };
export type Projection = Readonly<Record<string, 0 | 1>>;

/** The versions of a collection's documents: the current one and the migrations to it. */
export interface Versions<Row> {
  readonly current: number;
  /** The row with the current version, to insert. */
  stamp(row: Row): Row;
  /** Whether a document is of an older version. Throws `internal` for one that a newer release wrote. */
  isOlder(stored: Stored): boolean;
  /** The row of a document of any version that this release knows. */
  toRow(stored: Stored): Row;
}

export function versionsOf<Row>({ collection, version: current, migrations }: Entity): Versions<Row> {
  const versionOf = (stored: Stored): number => Number(stored.v ?? 1);
  const isOlder = (stored: Stored): boolean => {
    const version = versionOf(stored);
    if (version <= current) return version < current;
    const reason = `is of version ${version}, which a newer release wrote; this one knows ${current}`;
    throw new AppError('internal', { cause: new Error(`${collection} ${stored._id} ${reason}`) });
  };
  return {
    current,
    stamp: (row) => ({ ...row, v: current }),
    isOlder,
    toRow(stored) {
      if (stored.v === undefined && current === 1) return stored as Row;
      const { v: _, ...held } = stored;
      if (!isOlder(stored)) return held as Row;
      let row: Record<string, unknown> = held;
      for (let from = versionOf(stored); from < current; from++) row = migrations[from]!(row, derive);
      return row as Row;
    },
  };
}

/** Adds the version field to a projection, so that older documents are recognised. */
export function withVersion(projection: Projection | undefined): Projection | undefined {
  return projection === undefined || isExcluding(projection) || isIdAlone(projection)
    ? projection
    : { ...projection, v: 1 };
}

export function isIdAlone(projection: Projection | undefined): boolean {
  return projection !== undefined && Object.keys(projection).join() === '_id' && projection._id === 1;
}

const isExcluding = (projection: Projection): boolean =>
  Object.entries(projection).some(([name, kept]) => name !== '_id' && kept === 0);

/** Applies a projection to a completely read row; an object with a projected path is kept completely. */
export function projected<Row extends object>(row: Row, projection: Projection): Row {
  const isOut = isExcluding(projection);
  const named = new Set(Object.keys(projection).map((path) => path.split('.')[0]));
  const kept = Object.entries(row).filter(
    ([name]) => (name === '_id' && projection._id !== 0) || named.has(name) !== isOut,
  );
  return Object.fromEntries(kept) as Row;
}
