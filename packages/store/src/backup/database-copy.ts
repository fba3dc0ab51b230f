import { mongo } from 'mongoose';
import { duplicatePositions } from '../database/errors.ts';
import { ensureIndexes } from '../database/indexes.ts';
import { type CollectionName, entityOf } from '../database/tables.ts';
import { versionsOf } from '../database/versions.ts';
import { connect } from '../open-store.ts';
import type { StoreOptions } from '../store.ts';
import { splitDocuments } from './bson-stream.ts';
import { resolveCollision, type StoredRow } from './collisions.ts';
import { collectionsInOrder } from './order.ts';
import { asRestored, type KnownBatches, readBatches } from './unfinished.ts';

/** Exports the collections as BSON from a running database and imports them into an empty one. */
export interface DatabaseCopy {
  /**
   * In the order in which they must be read, so that the references between them resolve although they are read one by
   * one.
   */
  readonly collections: readonly CollectionName[];
  /**
   * Every document of a collection as it is stored. A document that is written during the read may be included or not.
   */
  read(collection: CollectionName): AsyncIterable<StoredDocument>;
  /** The first collection that has documents, sessions included; `undefined` when the database is empty. */
  firstInUse(): Promise<string | undefined>;
  /** Reads the batches of the backup; `write` needs them. */
  readBatches(documents: AsyncIterable<Uint8Array>): Promise<KnownBatches>;
  /** Creates collections and indexes. */
  prepare(): Promise<void>;
  /**
   * Inserts documents as `read` returned them, concatenated, in chunks of any size. E-mails without a final state
   * become "unknown"; rows of a batch that is not in the backup are skipped. Returns how many were written.
   */
  write(collection: CollectionName, bytes: AsyncIterable<Uint8Array>, batches: KnownBatches): Promise<number>;
  close(): Promise<void>;
}

export interface StoredDocument {
  bson: Uint8Array;
  /** Keys of the objects that the document refers to. */
  objects: string[];
}

const atOnce = 500;

/** Numbers keep their BSON type. */
const asStored = { promoteValues: false, promoteBuffers: false } as const;

export async function openDatabaseCopy(options: StoreOptions): Promise<DatabaseCopy> {
  const connection = await connect(options);
  connection.on('error', () => {});
  const database = connection.getClient().db(connection.name);
  const rowsOf = (name: string) => database.collection<StoredRow>(name);

  async function writeRows(name: CollectionName, rows: StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      // Not validated against the schema: the backup's hash proves that the database stored these rows.
      await rowsOf(name).insertMany(rows, { ordered: false });
    } catch (error) {
      const duplicates = duplicatePositions(error, rows.length);
      for (const position of duplicates) await resolveCollision(name, rowsOf(name), rows[position]!);
    }
  }

  return {
    collections: collectionsInOrder(),

    async *read(name) {
      let after: string | undefined;
      for (;;) {
        // Paged by key, so that no cursor has to survive a restart of the server.
        const page = await rowsOf(name)
          .find(after === undefined ? {} : { _id: { $gt: after } }, { raw: true })
          .sort({ _id: 1 })
          .limit(atOnce)
          .toArray();
        for (const raw of page) {
          const bson = raw as unknown as Uint8Array;
          const row = mongo.BSON.deserialize(bson) as StoredRow;
          after = row._id;
          yield { bson, objects: objectsOf(name, row) };
        }
        if (page.length < atOnce) return;
      }
    },

    async firstInUse() {
      const names = await database.listCollections({}, { nameOnly: true }).toArray();
      for (const { name } of names) if (await rowsOf(name).findOne({})) return name;
      return undefined;
    },

    readBatches: (bytes) => readBatches(parsed(bytes)),
    prepare: () => ensureIndexes(connection),

    async write(name, bytes, batches) {
      // Throws for documents of a newer release, which this release cannot read.
      const { isOlder } = versionsOf(entityOf[name]);
      let waiting: StoredRow[] = [];
      let written = 0;
      for await (const stored of parsed(bytes)) {
        isOlder(stored);
        const row = asRestored(name, stored, batches);
        if (row === null) continue;
        waiting.push(row);
        written++;
        if (waiting.length < atOnce) continue;
        await writeRows(name, waiting);
        waiting = [];
      }
      await writeRows(name, waiting);
      return written;
    },

    close: () => connection.destroy(true),
  };
}

async function* parsed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StoredRow> {
  for await (const document of splitDocuments(bytes)) {
    yield mongo.BSON.deserialize(document, asStored) as StoredRow;
  }
}

/** Objects that the row refers to. */
function objectsOf(name: CollectionName, row: StoredRow): string[] {
  if (name === 'certificates') return [row.prefix.key, row.pack.key];
  if (name === 'assets') {
    // The object of a logo whose removal has begun may be gone.
    if (row.sweptAt !== undefined) return [];
    const keys = [row.key, row.pictureKey, row.logoKey].filter((key) => key !== undefined);
    return [...new Set(keys)];
  }
  return name === 'fonts' ? [row.key] : [];
}
