import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { CommandRefused } from '../operator-command.ts';
import { checkFiles, damagedFile, objectFile, readCollection, readManifest, readObjects } from './format.ts';
import type { Stores } from './write.ts';

export interface Restored {
  documents: number;
  objects: number;
  /** When the backup was started: later writes are not in it. */
  startedAt: Date;
  /** Keys of objects that were missing in the object store when the backup was made. */
  missing: string[];
}

/**
 * Writes a backup into an empty database and an empty object store. Every file is read and compared with its hash
 * before anything is written. Objects are written first, and collections in the reverse order of the backup, so that a
 * partially restored database refers only to existing objects. Throws CommandRefused for a damaged backup or a target
 * that is not empty.
 */
export async function restoreBackup(from: string, { database, blobs }: Stores): Promise<Restored> {
  const manifest = await readManifest(from);
  await checkFiles(from, manifest);
  const inUse = await database.firstInUse();
  if (inUse !== undefined) throw notEmpty(`the database (${inUse})`);
  await blobs.prepare();
  for await (const { key } of blobs.list('')) throw notEmpty(`the object store (${key})`);

  for await (const { key, size } of readObjects(from)) {
    const written = await blobs.put(key, createReadStream(join(from, objectFile(key))));
    if (written.size !== size) throw damagedFile(objectFile(key));
  }
  await database.prepare();
  const known = await database.readBatches(readCollection(from, 'batches'));
  let documents = 0;
  for (const { name } of [...manifest.collections].reverse()) {
    documents += await database.write(name as never, readCollection(from, name), known);
  }
  const { missing, objects } = manifest;
  return { documents, objects: objects.count, startedAt: new Date(manifest.startedAt), missing };
}

const notEmpty = (what: string): CommandRefused =>
  new CommandRefused(
    `Nothing was restored: ${what} is not empty. Restore into new stores, before any service has run on them.`,
  );
