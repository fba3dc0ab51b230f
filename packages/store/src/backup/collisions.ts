import type { mongo } from 'mongoose';
import { byIssue, type Rankable } from '../certificates/row.ts';
import type { CollectionName } from '../database/tables.ts';
import { schemas } from '../database/tables.ts';

export type StoredRow = mongo.Document & { _id: string };
type Rows = mongo.Collection<StoredRow>;

/** Filters of the rows that conflict with this one in a unique index. */
function conflictFilters(name: CollectionName, row: StoredRow): mongo.Filter<StoredRow>[] {
  return schemas[name].indexes().flatMap(([key, { unique, partialFilterExpression: part = {} }]) => {
    const fields = Object.keys(key);
    const isWithin = Object.entries(part).every(([field, wanted]) =>
      typeof wanted === 'object' ? row[field] !== undefined : row[field] === wanted,
    );
    if (!unique || !isWithin || fields.some((field) => row[field] === undefined)) return [];
    const same = Object.fromEntries(fields.map((field) => [field, row[field]]));
    return [{ $and: [same, part, { _id: { $ne: row._id } }] } as mongo.Filter<StoredRow>];
  });
}

const createdAtOf = (row: StoredRow): number => Number(row.createdAt ?? row.joinedAt ?? 0);

/**
 * Inserts a row that failed with a duplicate key. A backup reads a collection while it changes, so it may contain both
 * a row in its earlier state and the row that replaced it; the later one is kept. Of two valid certificates of a
 * student the earlier is marked as replaced by the later, exactly as it was in the database; any other earlier row had
 * been deleted.
 */
export async function resolveCollision(name: CollectionName, rows: Rows, row: StoredRow): Promise<void> {
  const filters = conflictFilters(name, row);
  const conflicting = filters.length === 0 ? [] : await rows.find({ $or: filters }).toArray();
  if (name === 'certificates') {
    const all = [...conflicting, row].sort((a, b) => byIssue(a as never as Rankable, b as never as Rankable));
    const newest = all.at(-1)!;
    const replaced = { state: 'replaced', replacedBy: newest._id, replacedAt: newest.issuedAt };
    for (const old of conflicting)
      if (old !== newest) await rows.updateOne({ _id: old._id }, { $set: replaced });
    await rows.insertOne(newest === row ? row : { ...row, ...replaced });
    return;
  }
  if (conflicting.some((other) => createdAtOf(other) >= createdAtOf(row))) return;
  await rows.deleteMany({ _id: { $in: conflicting.map((other) => other._id) } });
  await rows.insertOne(row);
}
