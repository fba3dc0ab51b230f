import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, times } from '@sello/kit';
import type { BlobDriver, BlobInfo, ByteRange } from './blobs.ts';

// No segment of a key begins with a dot, so no key and no listing reaches this folder.
const unfinished = '.unfinished';
const rememberedFolders = 10_000;

/**
 * Objects as files in one folder. A write goes to a temporary file, which is synced and renamed, and the folder is
 * synced: after a crash the object is the old one or the new one, never a part of it.
 */
export function openFilesystemBlobs(root: string): BlobDriver {
  const fileOf = (key: string): string => join(root, ...key.split('/'));
  const synced = new Set<string>();
  const swept = sweepUnfinished(root);

  async function put(key: string, body: Uint8Array | Readable): Promise<{ size: number }> {
    await swept;
    const temporary = join(root, unfinished, randomUUID());
    const target = fileOf(key);
    try {
      await makeFolder(join(root, unfinished));
      const size = await writeSynced(temporary, body);
      await makeSyncedFolder(dirname(target));
      await rename(temporary, target);
      await syncFolder(dirname(target));
      return { size };
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new AppError('unavailable', { cause: new Error(`object ${key}`, { cause: error }) });
    }
  }

  /**
   * Another process may have created an existing folder without having synced it yet. The first write into it therefore
   * syncs its parent folders, so that a write that has resolved survives a crash.
   */
  async function makeSyncedFolder(folder: string): Promise<void> {
    if (synced.size > rememberedFolders) synced.clear();
    const isNew = await makeFolder(folder);
    if (isNew || synced.has(folder)) return void synced.add(folder);
    for (let above = folder; above.length > root.length; above = dirname(above))
      await syncFolder(dirname(above));
    synced.add(folder);
  }

  async function get(
    key: string,
    { range }: { range?: ByteRange } = {},
  ): Promise<{ stream: Readable; size: number }> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(fileOf(key), 'r');
      const { size } = await handle.stat();
      const wanted = range ?? { offset: 0, length: size };
      if (wanted.offset + wanted.length > size) throw tooShort(key, wanted, size);
      if (wanted.length === 0) {
        await handle.close();
        return { stream: Readable.from([], { objectMode: false }), size };
      }
      const stream = handle.createReadStream({
        start: wanted.offset,
        end: wanted.offset + wanted.length - 1,
        highWaterMark: 256 * 1024,
      });
      return { stream, size };
    } catch (error) {
      await handle?.close();
      throw faultOf(error, key);
    }
  }

  async function head(key: string): Promise<BlobInfo | undefined> {
    try {
      const { size, mtime } = await stat(fileOf(key));
      return { key, size, modifiedAt: mtime };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw faultOf(error, key);
    }
  }

  async function* list(prefix: string): AsyncGenerator<BlobInfo> {
    const folder = join(root, ...prefix.split('/').slice(0, -1));
    for await (const file of filesBelow(folder)) {
      const key = relative(root, file).split(sep).join('/');
      if (!key.startsWith(prefix)) continue;
      const info = await head(key);
      if (info) yield info;
    }
  }

  async function prepare(): Promise<void> {
    try {
      await makeFolder(root);
    } catch (error) {
      throw faultOf(error, '');
    }
  }

  return {
    put,
    get,
    head,
    list,
    async delete(key) {
      try {
        await rm(fileOf(key));
      } catch (error) {
        if (!isMissing(error)) throw faultOf(error, key);
      }
    },
    prepare,
    async check() {
      await prepare();
      try {
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        throw faultOf(error, '');
      }
    },
    async close() {
      await swept;
    },
  };
}

async function writeSynced(file: string, body: Uint8Array | Readable): Promise<number> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(body);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Creates a folder and syncs its parents, up to the first one that existed before. False when the folder existed. */
async function makeFolder(folder: string): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return false;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
  return true;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  let entries: Awaited<ReturnType<typeof readFolder>>;
  try {
    entries = await readFolder(folder);
  } catch (error) {
    if (isMissing(error)) return;
    throw faultOf(error, folder);
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
  }
}

const readFolder = (folder: string) => readdir(folder, { withFileTypes: true });

/**
 * Deletes temporary files that a crash left. No write takes a day. Does not reject: what cannot be removed must not stop
 * the process, nor the writes that wait for this.
 */
async function sweepUnfinished(root: string): Promise<void> {
  const folder = join(root, unfinished);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > times.uploadRemainsKeptMs) {
      await rm(join(folder, name), { force: true }).catch(() => undefined);
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function tooShort(key: string, range: ByteRange, size: number): Error {
  return new AppError('object_missing', {
    cause: new Error(`${key} has ${size} bytes, the range is ${range.offset}+${range.length}`),
  });
}

function faultOf(error: unknown, key: string): Error {
  if (error instanceof AppError) return error;
  return new AppError(isMissing(error) ? 'object_missing' : 'unavailable', {
    cause: new Error(`object ${key}`, { cause: error }),
  });
}
