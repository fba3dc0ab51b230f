import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { type Components, isUsable } from '../../pdf/images/profile.ts';
import { rowBytes } from '../../pdf/images/raster.ts';
import type { ByteSink } from '../byte-sink.ts';
import { applyFilter, bestFilter } from './filter.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What of a PNG affects its pixels (ISO/IEC 15948, 11). */
export interface PngFacts {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  components: number;
  palette?: Buffer | null;
  transparency?: Buffer | null;
  profile: Buffer | null;
}

/** Rows are compressed when they are so many bytes. */
const stripSize = 1024 * 1024;
/** How far back compressed data may refer (RFC 1951, 2). */
const windowSize = 32 * 1024;

/** Writes a PNG row by row, with only the chunks that affect its pixels. Throws what the sink throws. */
export class PngWriter {
  readonly #sink: ByteSink;
  readonly #facts: PngFacts;
  readonly #strip: Buffer;
  readonly #step: number;
  #window: Buffer = Buffer.alloc(0);
  #at = 0;
  #above: Buffer;
  readonly #filtered: Buffer;
  #isFirst = true;
  #sums: [number, number] = [1, 0];

  constructor(sink: ByteSink, facts: PngFacts) {
    this.#sink = sink;
    this.#facts = facts;
    const length = rowBytes(facts);
    this.#strip = Buffer.allocUnsafeSlow(Math.max(stripSize, length + 1));
    this.#step = Math.max(1, (facts.components * facts.bits) >> 3);
    this.#above = Buffer.alloc(length);
    this.#filtered = Buffer.alloc(length + 1);
    writeHead(sink, facts);
  }

  /** A row that begins with its filter. */
  stored(row: Uint8Array): void {
    if (this.#at + row.length > this.#strip.length) this.#flush(false);
    this.#strip.set(row, this.#at);
    this.#at += row.length;
  }

  /** A row of samples. Those of palettes and below 8 bits are not filtered (12.8). */
  samples(row: Uint8Array): void {
    const { bits, colorType } = this.#facts;
    const filter = bits < 8 || colorType === 3 ? 0 : bestFilter(row, this.#above, this.#step);
    this.#filtered[0] = filter;
    applyFilter(filter, row, this.#above, this.#step, this.#filtered.subarray(1));
    this.#above.set(row);
    this.stored(this.#filtered);
  }

  finish(): Buffer {
    this.#flush(true);
    writeChunk(this.#sink, 'IEND', Buffer.alloc(0));
    return this.#sink.finish();
  }

  /** Each strip continues the compressed data of the one before (RFC 1951); together they are one zlib stream (RFC 1950). */
  #flush(isLast: boolean): void {
    const strip = this.#strip.subarray(0, this.#at);
    const { Z_FINISH, Z_SYNC_FLUSH } = constants;
    const packed = deflateRawSync(strip, {
      ...{ level: 6, finishFlush: isLast ? Z_FINISH : Z_SYNC_FLUSH },
      ...(this.#window.length > 0 && { dictionary: this.#window }),
    });
    this.#sums = adler32(strip, this.#sums);
    const end = Buffer.alloc(isLast ? 4 : 0);
    if (isLast) end.writeUInt32BE(((this.#sums[1] << 16) | this.#sums[0]) >>> 0);
    writeChunk(
      this.#sink,
      'IDAT',
      Buffer.concat([Buffer.from(this.#isFirst ? [0x78, 0x9c] : []), packed, end]),
    );
    this.#window = Buffer.from(strip.subarray(-windowSize));
    this.#isFirst = false;
    this.#at = 0;
  }
}

/** The checksum of RFC 1950, 8.2, continued. */
function adler32(bytes: Uint8Array, [low, high]: readonly [number, number]): [number, number] {
  let [a, b] = [low, high];
  for (let from = 0; from < bytes.length; from += 3_800) {
    const to = Math.min(bytes.length, from + 3_800);
    for (let at = from; at < to; at += 1) {
      a += bytes[at] as number;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return [a, b];
}

function writeHead(sink: ByteSink, facts: PngFacts): void {
  const { width, height, bits, colorType, palette, transparency, profile } = facts;
  sink.bytes(signature);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, 0], 8);
  writeChunk(sink, 'IHDR', header);
  const colors: Components = colorType === 0 || colorType === 4 ? 1 : 3;
  if (profile && isUsable(profile, colors)) {
    writeChunk(sink, 'iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(profile)]));
  }
  if (colorType === 3 && palette) writeChunk(sink, 'PLTE', palette.subarray(0, 768));
  if (transparency && colorType < 4) writeChunk(sink, 'tRNS', transparency.subarray(0, 256));
}

function writeChunk(sink: ByteSink, type: string, data: Uint8Array): void {
  const name = Buffer.from(type, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data, crc32(name)));
  for (const part of [length, name, data, check]) sink.bytes(part);
}
