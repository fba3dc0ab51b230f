import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

// Stored entries of known size and checksum, as in PKWARE's APPNOTE 6.3.10; numbers in comments are its sections.

/** A file of a zip. Its pieces are written without compression. */
export interface ZipEntry {
  name: string;
  modifiedAt: Date;
  pieces: readonly Uint8Array[];
  /** CRC-32 of all pieces together; `continueCrc` avoids reading a piece that many entries share. */
  crc32: number;
}

/**
 * A file of a zip whose size is not known before it was written, less than 4 GiB. It is compressed: streaming readers
 * accept sizes after the data of compressed entries alone.
 */
export interface StreamedEntry {
  name: string;
  modifiedAt: Date;
  stream: AsyncIterable<Uint8Array>;
}

/** What is known of a streamed entry once it was written. */
interface Written {
  crc32: number;
  compressed: number;
  size: number;
}

/** The CRC-32 of bytes that follow others whose CRC-32 is known. */
export const continueCrc = (before: number, bytes: Uint8Array): number => crc32(bytes, before);

const utf8Names = 0x0800;
/** Size and checksum follow the data (4.3.9). */
const sizesAfter = 0x0008;
const deflated = 8;
const storedVersion = 20;
const zip64Version = 45;
const unixFile = (3 << 8) | zip64Version;
const ordinaryFile = 0o100_644 * 0x1_0000;
const max16 = 0xffff;
const max32 = 0xffff_ffff;

/**
 * Streams a zip with backpressure: the next entry is pulled once the bytes before it were read. Only the central
 * directory header of each entry is kept, some 60 bytes and the name. Beyond 65,534 entries or 4 GiB it is a ZIP64
 * (4.3.14). Throws RangeError for an entry of 4 GiB or more.
 */
export async function* zipBytes(
  entries: AsyncIterable<ZipEntry | StreamedEntry>,
): AsyncGenerator<Uint8Array> {
  const directory = new Directory();
  let offset = 0;
  // Small pieces are buffered until the next large one, which saves a write per entry.
  let small: Uint8Array[] = [];
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    if ('stream' in entry) {
      yield Buffer.concat([...small, localHeader({ ...entry, crc32: 0, method: deflated }, name, 0)]);
      small = [];
      const written = { ...entry, crc32: 0, method: deflated, compressed: 0, size: 0 };
      yield* deflate(written);
      yield descriptor(written);
      directory.add(centralHeader(written, name, written.size, offset));
      offset += 30 + name.byteLength + written.compressed + 16;
      continue;
    }
    const size = entry.pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    if (size >= max32 || name.byteLength > max16) throw new RangeError('too large for a zip entry');
    const header = localHeader(entry, name, size);
    directory.add(centralHeader(entry, name, size, offset));
    offset += header.byteLength + size;
    small.push(header);
    for (const piece of entry.pieces) {
      if (piece.byteLength < smallBytes) {
        small.push(piece);
        continue;
      }
      if (small.length > 0) yield Buffer.concat(small);
      small = [];
      yield piece;
    }
    if (small.length < 256) continue;
    yield Buffer.concat(small);
    small = [];
  }
  if (small.length > 0) yield Buffer.concat(small);
  yield* directory.blocks();
  yield endOfDirectory(directory.count, directory.size, offset);
}

/** The compressed bytes of a streamed entry, which it counts on the way. */
async function* deflate(written: Written & Pick<StreamedEntry, 'stream'>): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const bytes of written.stream) {
      written.crc32 = crc32(bytes, written.crc32);
      written.size += bytes.byteLength;
      if (written.size >= max32) throw new RangeError('too large for a zip entry');
      yield bytes;
    }
  }
  // An error destroys the last stream, which throws it below.
  for await (const bytes of pipeline(counted(), createDeflateRaw(), () => undefined)) {
    written.compressed += (bytes as Buffer).byteLength;
    yield bytes as Buffer;
  }
}

const smallBytes = 32 * 1024;

/** The central directory while it grows, in a few large buffers instead of many small ones. */
class Directory {
  count = 0;
  size = 0;
  readonly #full: Buffer[] = [];
  #open: Buffer[] = [];

  add(header: Buffer): void {
    this.count++;
    this.size += header.byteLength;
    this.#open.push(header);
    if (this.#open.length < 512) return;
    this.#full.push(Buffer.concat(this.#open));
    this.#open = [];
  }

  *blocks(): Generator<Buffer> {
    yield* this.#full;
    yield Buffer.concat(this.#open);
  }
}

/** MS-DOS time and date, with a resolution of two seconds, in UTC (4.4.6); the year is clamped to 1980–2107. */
function dosDateTime(date: Date): { time: number; day: number } {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  return {
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    day: ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  };
}

type HeaderFacts = Pick<ZipEntry, 'modifiedAt' | 'crc32'> & { method?: number; compressed?: number };

/** The fields that both headers of an entry share, from the version needed to the name length (4.3.7, 4.3.12). */
function writeCommon(
  to: Buffer,
  at: number,
  entry: HeaderFacts,
  name: Buffer,
  size: number,
  version: number,
): void {
  const { method = 0, compressed = size } = entry;
  const { time, day } = dosDateTime(entry.modifiedAt);
  to.writeUInt16LE(version, at);
  to.writeUInt16LE(utf8Names | (method === deflated ? sizesAfter : 0), at + 2);
  to.writeUInt16LE(method, at + 4);
  to.writeUInt16LE(time, at + 6);
  to.writeUInt16LE(day, at + 8);
  to.writeUInt32LE(entry.crc32, at + 10);
  to.writeUInt32LE(compressed, at + 14);
  to.writeUInt32LE(size, at + 18);
  to.writeUInt16LE(name.byteLength, at + 22);
}

function localHeader(entry: HeaderFacts, name: Buffer, size: number): Buffer {
  const header = Buffer.alloc(30 + name.byteLength);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(header, 4, entry, name, size, storedVersion);
  name.copy(header, 30);
  return header;
}

/** The data descriptor after a streamed entry (4.3.9). */
function descriptor({ crc32: checksum, compressed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x0807_4b50, 0);
  bytes.writeUInt32LE(checksum, 4);
  bytes.writeUInt32LE(compressed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function centralHeader(entry: HeaderFacts, name: Buffer, size: number, offset: number): Buffer {
  const isFar = offset >= max32;
  const header = Buffer.alloc(46 + name.byteLength + (isFar ? 12 : 0));
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(unixFile, 4);
  writeCommon(header, 6, entry, name, size, isFar ? zip64Version : storedVersion);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(ordinaryFile, 38);
  header.writeUInt32LE(isFar ? max32 : offset, 42);
  name.copy(header, 46);
  if (isFar) {
    // The extended information field holds only the value that did not fit above: the offset (4.5.3).
    const extra = 46 + name.byteLength;
    header.writeUInt16LE(0x0001, extra);
    header.writeUInt16LE(8, extra + 2);
    header.writeBigUInt64LE(BigInt(offset), extra + 4);
  }
  return header;
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const isZip64 = count >= max16 || size >= max32 || offset >= max32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(size, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (!isZip64) return end;
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x0606_4b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(unixFile, 12);
  record.writeUInt16LE(zip64Version, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x0706_4b50, 56);
  record.writeBigUInt64LE(BigInt(offset + size), 64);
  record.writeUInt32LE(1, 72);
  return Buffer.concat([record, end]);
}
