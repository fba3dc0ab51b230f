import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** Throws Error when the file is not the one that was meant (Subresource Integrity). */
export async function checkIntegrity(file: string, integrity: string): Promise<void> {
  const [algorithm = '', expected] = integrity.split(/-(.*)/s);
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  if (hash.digest('base64') !== expected)
    throw new Error('what was fetched is not the package that was meant');
}

const block = 512;

/** Reads exactly so many bytes from a stream; fewer at its end. */
function reader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (length: number, keep: boolean): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) break;
        rest = value;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      if (keep) parts.push(part);
    }
    return Buffer.concat(parts);
  };
}

/**
 * Writes some files of an archive of npm (tar, POSIX.1-1988, packed with gzip) into a folder; `target` says under which
 * name, or undefined for files that are left out. Returns the names written.
 */
export async function unpackFiles(
  archive: string,
  folder: string,
  target: (path: string) => string | undefined,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const read = reader(createReadStream(archive).pipe(createGunzip()));
  const written: string[] = [];
  for (;;) {
    const header = await read(block, true);
    if (header.length < block || header.every((byte) => byte === 0)) return written;
    const path = header.toString('utf8', 0, header.indexOf(0) > 100 ? 100 : header.indexOf(0));
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    if (!Number.isInteger(size) || size < 0) throw new Error(`the entry ${path} of the archive has no size`);
    const isFile = header[156] === 0x30 || header[156] === 0;
    const name = isFile ? target(path) : undefined;
    const content = await read(size, name !== undefined);
    await read((block - (size % block)) % block, false);
    if (name === undefined) continue;
    await writeFile(join(folder, name), content);
    written.push(name);
  }
}
