import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Blobs, markerKey, temporaryFolder } from '@sello/blobs';
import { isAppError } from '@sello/kit';
import type { DatabaseCopy } from '@sello/store';
import { CommandRefused } from '../operator-command.ts';
import {
  type CollectionFile,
  collectionFile,
  type Manifest,
  manifestFile,
  type ObjectEntry,
  objectFile,
  objectsFile,
  sha256,
  writeManifest,
} from './format.ts';

export interface Stores {
  database: DatabaseCopy;
  blobs: Blobs;
}

/** Owner only: a backup holds personal data and sealed keys. */
const folderMode = 0o700;
const fileMode = 0o600;
const concurrency = 4;

/**
 * Copies database and objects into an empty folder while the services run. The database comes first: an object is
 * stored before any row refers to it and is never rewritten, so every object of the copied rows exists when the objects
 * are copied. Throws CommandRefused when the folder is not empty.
 */
export async function writeBackup(out: string, { database, blobs }: Stores): Promise<Manifest> {
  const startedAt = new Date();
  await mkdir(out, { recursive: true, mode: folderMode });
  if ((await readdir(out)).length > 0) {
    throw new CommandRefused(`${out} is not empty. Give every backup a folder of its own.`);
  }
  await mkdir(join(out, 'database'), { mode: folderMode });
  const named = new Set<string>();
  const collections: CollectionFile[] = [];
  for (const name of database.collections) {
    collections.push(await copyCollection(out, name, database, named));
  }
  const { objects, damaged } = await copyObjects(out, blobs);
  for (const { key } of objects) named.delete(key);
  const list = objects.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await writeFile(join(out, objectsFile), list, { mode: fileMode, flush: true });
  const manifest: Manifest = {
    format: 1,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    collections,
    objects: {
      count: objects.length,
      bytes: objects.reduce((sum, { size }) => sum + size, 0),
      sha256: sha256(list),
    },
    missing: [...named].sort(),
    damaged,
  };
  await writeFile(join(out, manifestFile), writeManifest(manifest), { mode: fileMode, flush: true });
  for (const folder of [join(out, 'database'), out]) await syncFolder(folder);
  return manifest;
}

async function copyCollection(
  out: string,
  name: CollectionFile['name'],
  database: DatabaseCopy,
  named: Set<string>,
): Promise<CollectionFile> {
  let documents = 0;
  async function* bytes() {
    for await (const { bson, objects } of database.read(name as never)) {
      documents++;
      for (const key of objects) named.add(key);
      yield bson;
    }
  }
  const sum = await writeHashed(join(out, collectionFile(name)), Readable.from(bytes()), createGzip());
  return { name, documents, sha256: sum.sha256 };
}

/** Copies every object that is kept. One that is deleted meanwhile is skipped; the manifest lists it if a row refers to it. */
async function copyObjects(
  out: string,
  blobs: Blobs,
): Promise<{ objects: ObjectEntry[]; damaged: string[] }> {
  const objects: ObjectEntry[] = [];
  const damaged: string[] = [];
  const listed = blobs.list('')[Symbol.asyncIterator]();
  const copyNext = async (): Promise<void> => {
    for (let next = await listed.next(); !next.done; next = await listed.next()) {
      // A restored database writes a new marker into its object store.
      if (next.value.key === markerKey || next.value.key.startsWith(temporaryFolder)) continue;
      const entry = await copyObject(out, next.value.key, blobs);
      if (entry === null) continue;
      objects.push(entry);
      const named = /^certificates\/.*\/([0-9a-f]{64})$/.exec(entry.key)?.[1];
      if (named !== undefined && named !== entry.sha256) damaged.push(entry.key);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, copyNext));
  objects.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { objects, damaged: damaged.sort() };
}

async function copyObject(out: string, key: string, blobs: Blobs): Promise<ObjectEntry | null> {
  const file = join(out, objectFile(key));
  await mkdir(dirname(file), { recursive: true, mode: folderMode });
  try {
    const { stream } = await blobs.get(key);
    return { key, ...(await writeHashed(file, stream)) };
  } catch (error) {
    if (isAppError(error, 'object_missing')) return null;
    throw error;
  }
}

/** Writes a stream to a file and syncs it; size and hash are those of the file. */
async function writeHashed(
  file: string,
  source: Readable,
  through?: Transform,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(file, { flags: 'wx', mode: fileMode, flush: true });
  await (through ? pipeline(source, through, counted, target) : pipeline(source, counted, target));
  return { size, sha256: hash.digest('hex') };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
