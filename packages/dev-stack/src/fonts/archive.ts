import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** Throws Error when the file does not match `integrity` (Subresource Integrity). */
export async function checkIntegrity(file: string, integrity: string): Promise<void> {
  const [algorithm = '', expected] = integrity.split(/-(.*)/s);
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  if (hash.digest('base64') !== expected) throw new Error('the archive does not match its integrity hash');
}

const block = 512;

/** Returns a function that reads `length` bytes, fewer at the end of the stream; without `keep` they are skipped. */
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
 * Extracts files of an npm package archive (tar, POSIX.1-1988, compressed with gzip) into a folder. `target` returns
 * the file name for a path in the archive, or undefined to skip it. Returns the names written. Throws Error for an
 * entry without a valid size.
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
