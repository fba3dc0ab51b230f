import type { mongo } from 'mongoose';
import type { Filter } from './reads.ts';
import type { Stored, Versions } from './versions.ts';
import type { WriteCheck } from './write-check.ts';

const atOnce = 500;

/**
 * Migrates documents to the current version before they are updated. An update is written for the current version;
 * applied to an older document, it would be overwritten by the migration. Writes only the fields that the migrations
 * change, and only if the document still has the version that was read. A collection at its first version needs no
 * read.
 */
export function upgradeBefore<Row extends { _id: string }>(
  collection: mongo.Collection<Row>,
  { current, toRow }: Versions<Row>,
  check: Pick<WriteCheck, 'row'>,
): (filter: Filter<Row>) => Promise<void> | undefined {
  if (current === 1) return () => undefined;
  return async (filter) => {
    const older = { $and: [filter, { v: { $not: { $gte: current } } }] } as Filter<Row>;
    let pending: mongo.AnyBulkWriteOperation<Row>[] = [];
    const write = async () => {
      if (pending.length > 0) await collection.bulkWrite(pending, { ordered: false });
      pending = [];
    };
    for await (const document of collection.find(older)) {
      const stored = document as unknown as Stored;
      const row = toRow(stored);
      check.row(row);
      const same = { _id: stored._id, v: stored.v ?? null } as unknown as Filter<Row>;
      pending.push({ updateMany: { filter: same, update: changesOf(stored, row, current) as never } });
      if (pending.length === atOnce) await write();
    }
    await write();
  };
}

function changesOf(stored: Stored, row: object, version: number) {
  const next = row as Record<string, unknown>;
  const set = Object.entries(next).filter(([name, value]) => value !== undefined && value !== stored[name]);
  const gone = Object.keys(stored).filter((name) => name !== 'v' && next[name] === undefined);
  return {
    $set: { ...Object.fromEntries(set), v: version },
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((name) => [name, ''])) }),
  };
}
