import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { CommandRefused } from '../operator-command.ts';

// A backup is a folder: `database/<collection>.bson.gz` (as mongodump writes them), `objects/<key>`, `objects.jsonl`
// with the size and SHA-256 of each, and `manifest.json`, which is written last and holds the hashes of all other
// files.

export interface CollectionFile {
  name: string;
  documents: number;
  /** SHA-256 of the compressed file, hex. */
  sha256: string;
}

export interface ObjectEntry {
  key: string;
  /** Bytes. */
  size: number;
  /** SHA-256, hex. */
  sha256: string;
}

export interface Manifest {
  format: 1;
  startedAt: string;
  endedAt: string;
  /** In the order they were read. */
  collections: CollectionFile[];
  objects: { count: number; bytes: number; sha256: string };
  /** Keys that the database refers to and the object store did not have. */
  missing: string[];
  /** Keys whose bytes did not match the SHA-256 in the key. */
  damaged: string[];
}

export const manifestFile = 'manifest.json';
export const objectsFile = 'objects.jsonl';
export const collectionFile = (name: string): string => join('database', `${name}.bson.gz`);
export const objectFile = (key: string): string => join('objects', ...key.split('/'));

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The manifest, preceded by its own hash, so that a change is detected like that of any other file. */
export function writeManifest(manifest: Manifest): string {
  const text = JSON.stringify(manifest, null, 2);
  return `${sha256(text)}\n${text}\n`;
}

/** Throws CommandRefused when the folder is no backup, was not finished or was changed. */
export async function readManifest(from: string): Promise<Manifest> {
  const content = await readFile(join(from, manifestFile), 'utf8').catch(() => null);
  if (content === null) {
    throw new CommandRefused(
      `${from} holds no ${manifestFile}: it is no backup, or one that was not finished.`,
    );
  }
  const end = content.indexOf('\n');
  const text = content.slice(end + 1, -1);
  if (sha256(text) !== content.slice(0, end)) throw damagedFile(manifestFile);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new CommandRefused('This backup was made by a newer release.');
  return manifest;
}

/** Throws CommandRefused unless every file exists and matches its hash. */
export async function checkFiles(from: string, manifest: Manifest): Promise<void> {
  for (const { name, sha256 } of manifest.collections) await checkFile(from, collectionFile(name), sha256);
  await checkFile(from, objectsFile, manifest.objects.sha256);
  for await (const { key, sha256 } of readObjects(from)) await checkFile(from, objectFile(key), sha256);
}

async function checkFile(from: string, file: string, wanted: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(from, file))) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damagedFile(file);
    throw error;
  }
  if (hash.digest('hex') !== wanted) throw damagedFile(file);
}

export const damagedFile = (file: string): CommandRefused =>
  new CommandRefused(
    `The backup is damaged: ${file} is missing or not as it was written. Nothing was restored.`,
  );

/** The BSON documents of a collection, concatenated. */
export const readCollection = (from: string, name: string): AsyncIterable<Uint8Array> =>
  createReadStream(join(from, collectionFile(name))).pipe(createGunzip());

export async function* readObjects(from: string): AsyncGenerator<ObjectEntry> {
  let rest = '';
  for await (const chunk of createReadStream(join(from, objectsFile), 'utf8')) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ObjectEntry;
  }
}
