import { AppError, isAppError, type Logger } from '@sello/kit';
import type { Blobs } from './blobs.ts';
import { readMarker, writeMarker } from './marker.ts';

/** The database's record of its object store. The repository `installation` of packages/store implements it. */
export interface KnownObjectStore {
  get(): Promise<{ objectStoreId: string; markedAt?: Date } | null>;
  create(): Promise<{ objectStoreId: string; markedAt?: Date }>;
  noteMarked(): Promise<void>;
  someIssued(limit: number): Promise<{ prefix: Part; pack: Part & { offset: number; length: number } }[]>;
}
interface Part {
  key: string;
  size?: number;
}

/** Checks whether an object store belongs to a database: it has a marker whose id the database knows. */
export interface ObjectStoreGuard {
  /**
   * Resolves when the store has the marker now. Only the database's id is cached, so that the next call notices a store
   * that was emptied or exchanged at run time. In a fresh installation it writes the marker. Throws
   * `object_store_unknown` until the store is corrected or accepted, and `unavailable` when store or database is
   * unreachable.
   */
  check(): Promise<void>;
  /** The same as a boolean: false for `object_store_unknown`. */
  isOurs(): Promise<boolean>;
  /** The ids in the database and in the marker, to be shown to an operator. */
  inspect(): Promise<{ known: string | undefined; found: string | undefined }>;
  /** Accepts this store for the database, as the operator decided: overwrites the marker. */
  accept(): Promise<void>;
}

/** The prefix of all objects that certificates consist of. */
const issuedFolder = 'certificates/';
const sampleSize = 20;

export function createObjectStoreGuard(
  blobs: Blobs,
  database: KnownObjectStore,
  log: Logger,
): ObjectStoreGuard {
  /** The database's id, once a marker with it was read; it never changes. */
  let confirmed: string | undefined;
  let isRefused = false;

  /** The reason why the store is not this installation's, or `undefined` when it is. */
  async function recognize(found: string | undefined): Promise<string | undefined> {
    let known = await database.get();
    if (known === null && found === undefined && (await hasWhatWasIssued())) known = await database.create();
    if (known === null) {
      return found === undefined
        ? 'it has no marker, and its objects are not those that this database issued'
        : 'it has the marker of another installation, and this database has no store yet';
    }
    const { objectStoreId, markedAt } = known;
    let marker = found;
    if (marker === undefined && markedAt === undefined && (await hasWhatWasIssued())) {
      // Processes of a fresh installation may run this concurrently: they share the id, so they write the same bytes.
      await writeMarker(blobs, objectStoreId);
      marker = objectStoreId;
    }
    if (marker !== objectStoreId) {
      return marker === undefined ? 'it has no marker' : 'it has the marker of another installation';
    }
    if (markedAt === undefined) await database.noteMarked();
    confirmed = objectStoreId;
    return undefined;
  }

  /** A store without a marker belongs to this database if it has a sample of the issued files, or if both are empty. */
  async function hasWhatWasIssued(): Promise<boolean> {
    const sample = await database.someIssued(sampleSize);
    if (sample.length === 0) {
      for await (const _ of blobs.list(issuedFolder)) return false;
      return true;
    }
    for (const { prefix, pack } of sample) {
      if ((await blobs.head(prefix.key))?.size !== prefix.size) return false;
      const tails = await blobs.head(pack.key);
      if (tails === undefined || tails.size < pack.offset + pack.length) return false;
    }
    return true;
  }

  async function reasonToRefuse(): Promise<string | undefined> {
    const found = await readMarker(blobs);
    if (found !== undefined && found === confirmed) return undefined;
    const reason = await recognize(found);
    if (reason === undefined || found !== undefined) return reason;
    // Another process may have written the marker meanwhile.
    const marker = await readMarker(blobs);
    return marker === undefined ? reason : recognize(marker);
  }

  async function check(): Promise<void> {
    const reason = await reasonToRefuse();
    if (reason === undefined) {
      if (isRefused) log.warn('the object store belongs to this installation again');
      isRefused = false;
      return;
    }
    const error = new AppError('object_store_unknown', {
      cause: new Error(`${reason}; put the right store back, or accept this one with accept-store`),
    });
    if (!isRefused)
      log.error({ err: error }, 'the object store does not belong to this installation: nothing is issued');
    isRefused = true;
    throw error;
  }

  return {
    check,
    async isOurs() {
      try {
        await check();
        return true;
      } catch (error) {
        if (isAppError(error, 'object_store_unknown')) return false;
        throw error;
      }
    },
    async inspect() {
      const [known, found] = await Promise.all([database.get(), readMarker(blobs)]);
      return { known: known?.objectStoreId, found };
    },
    async accept() {
      const { objectStoreId } = (await database.get()) ?? (await database.create());
      await writeMarker(blobs, objectStoreId);
      await database.noteMarked();
    },
  };
}
