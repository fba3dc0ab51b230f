import { crc32 } from 'node:zlib';
import type { ZipEntry } from '../archive/zip.ts';

/** A file of a zip from bytes in memory. */
export function bytesEntry(name: string, modifiedAt: Date, bytes: Uint8Array): ZipEntry {
  return { name, modifiedAt, pieces: [bytes], crc32: crc32(bytes) };
}

export const jsonEntry = (name: string, modifiedAt: Date, value: object): ZipEntry =>
  bytesEntry(name, modifiedAt, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
