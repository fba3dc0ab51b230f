// Reverses the `glyf`, `loca` and `hmtx` transforms of WOFF 2.0 (5.1, 5.4).
import { ByteReader } from './byte-reader.ts';

const onCurve = 0x01;
const overlap = 0x40;

interface Streams {
  contours: ByteReader;
  points: ByteReader;
  flags: ByteReader;
  coordinates: ByteReader;
  composites: ByteReader;
  boxes: ByteReader;
  instructions: ByteReader;
}

/** A growing buffer of big-endian values. Throws RangeError when it would exceed `maxSize` bytes. */
class GlyphWriter {
  #bytes: Uint8Array;
  #view: DataView;
  readonly #maxSize: number;
  length = 0;

  constructor(maxSize: number) {
    this.#bytes = new Uint8Array(65_536);
    this.#view = new DataView(this.#bytes.buffer);
    this.#maxSize = maxSize;
  }

  reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.#bytes.byteLength) return;
    if (needed > this.#maxSize) throw new RangeError(`the outlines take more than ${this.#maxSize} bytes`);
    const grown = new Uint8Array(Math.min(this.#maxSize, Math.max(needed, this.#bytes.byteLength * 2)));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  u8(value: number): void {
    this.reserve(1);
    this.#bytes[this.length] = value;
    this.length += 1;
  }

  i16(value: number): void {
    this.reserve(2);
    this.#view.setUint16(this.length, value & 0xffff);
    this.length += 2;
  }

  put(bytes: Uint8Array): void {
    this.reserve(bytes.byteLength);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.byteLength;
  }

  pad(): void {
    while (this.length % 4 !== 0) this.u8(0);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

/**
 * Rebuilds the tables `glyf` and `loca` from a transformed `glyf`; `left` is xMin of every glyph. Throws RangeError for
 * invalid data and for outlines of more than `maxSize` bytes.
 */
export function rebuildGlyphs(
  packed: Uint8Array,
  maxSize: number,
): { glyphs: Uint8Array; offsets: Uint8Array; left: Int16Array } {
  const header = new ByteReader(packed, 2);
  const options = header.u16();
  const count = header.u16();
  const long = header.u16() !== 0;
  const sizes = Array.from({ length: 7 }, () => header.u32());
  const [contours, points, flags, coordinates, composites, boxes, instructions] = sizes.map(
    (size) => new ByteReader(header.take(size)),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  const bitmap = boxes.take(4 * ((count + 31) >> 5));
  const overlaps = (options & 1) === 1 ? header.take((count + 7) >> 3) : undefined;
  const hasBit = (bits: Uint8Array | undefined, glyph: number) =>
    bits !== undefined && ((bits[glyph >> 3] as number) & (0x80 >> (glyph & 7))) !== 0;

  const streams: Streams = { contours, points, flags, coordinates, composites, boxes, instructions };
  const glyphs = new GlyphWriter(maxSize);
  const left = new Int16Array(count);
  const starts = new Uint32Array(count + 1);
  for (let glyph = 0; glyph < count; glyph += 1) {
    starts[glyph] = glyphs.length;
    const contourCount = contours.i16();
    const hasBox = hasBit(bitmap, glyph);
    if (contourCount === 0) {
      if (hasBox) throw new RangeError('an empty glyph has a box');
      continue;
    }
    if (contourCount < 0) {
      if (!hasBox) throw new RangeError('a composite glyph has no box');
      left[glyph] = writeComposite(streams, glyphs);
    } else {
      left[glyph] = writeSimple(streams, glyphs, contourCount, hasBox, hasBit(overlaps, glyph));
    }
    glyphs.pad();
  }
  starts[count] = glyphs.length;
  return { glyphs: glyphs.finish(), offsets: writeOffsets(starts, long), left };
}

function writeOffsets(starts: Uint32Array, long: boolean): Uint8Array {
  const bytes = new Uint8Array(starts.length * (long ? 4 : 2));
  const view = new DataView(bytes.buffer);
  for (const [index, start] of starts.entries()) {
    if (long) view.setUint32(index * 4, start);
    else if (start / 2 > 0xffff)
      throw new RangeError('the outlines exceed what a short loca table can address');
    else view.setUint16(index * 2, start / 2);
  }
  return bytes;
}

/** Writes a composite glyph: its components with their transforms; returns its xMin. */
function writeComposite(streams: Streams, glyphs: GlyphWriter): number {
  const { composites, boxes, coordinates, instructions } = streams;
  glyphs.i16(-1);
  const box = boxes.take(8);
  glyphs.put(box);
  let hasInstructions = false;
  for (let more = true; more; ) {
    const flags = composites.u16();
    hasInstructions ||= (flags & 0x0100) !== 0;
    more = (flags & 0x0020) !== 0;
    const transform = flags & 0x0008 ? 2 : flags & 0x0040 ? 4 : flags & 0x0080 ? 8 : 0;
    glyphs.i16(flags);
    glyphs.put(composites.take(2 + (flags & 0x0001 ? 4 : 2) + transform));
  }
  if (hasInstructions) {
    const size = coordinates.short255();
    glyphs.i16(size);
    glyphs.put(instructions.take(size));
  }
  return new ByteReader(box).i16();
}

/** The delta from one point to the next, in one to four bytes (WOFF 2.0, 5.2). */
function readDelta(flag: number, stream: ByteReader): [dx: number, dy: number] {
  const signed = (bit: number, value: number) => ((flag >> bit) & 1 ? value : -value);
  if (flag < 10) return [0, signed(0, ((flag & 14) << 7) + stream.u8())];
  if (flag < 20) return [signed(0, (((flag - 10) & 14) << 7) + stream.u8()), 0];
  if (flag < 84) {
    const [base, packed] = [flag - 20, stream.u8()];
    return [
      signed(0, 1 + (base & 0x30) + (packed >> 4)),
      signed(1, 1 + ((base & 0x0c) << 2) + (packed & 0x0f)),
    ];
  }
  if (flag < 120) {
    const base = flag - 84;
    const dx = signed(0, 1 + (Math.floor(base / 12) << 8) + stream.u8());
    return [dx, signed(1, 1 + (((base % 12) >> 2) << 8) + stream.u8())];
  }
  if (flag < 124) {
    const [first, middle, last] = [stream.u8(), stream.u8(), stream.u8()];
    return [signed(0, (first << 4) + (middle >> 4)), signed(1, ((middle & 0x0f) << 8) + last)];
  }
  const dx = signed(0, stream.u16());
  return [dx, signed(1, stream.u16())];
}

/** Writes a simple glyph; returns its xMin. */
function writeSimple(
  streams: Streams,
  glyphs: GlyphWriter,
  contourCount: number,
  hasBox: boolean,
  overlapping: boolean,
): number {
  const { points, flags, coordinates, boxes, instructions } = streams;
  const ends: number[] = [];
  let count = 0;
  for (let contour = 0; contour < contourCount; contour += 1) {
    count += points.short255();
    ends.push(count - 1);
  }
  const packed = flags.take(count);
  const [dx, dy] = [new Int32Array(count), new Int32Array(count)];
  let [x, y, xMin, yMin, xMax, yMax] = [0, 0, 32_767, 32_767, -32_768, -32_768];
  for (let point = 0; point < count; point += 1) {
    const delta = readDelta((packed[point] as number) & 0x7f, coordinates);
    [dx[point], dy[point]] = delta;
    x += delta[0];
    y += delta[1];
    [xMin, yMin, xMax, yMax] = [Math.min(xMin, x), Math.min(yMin, y), Math.max(xMax, x), Math.max(yMax, y)];
  }
  const box = hasBox ? new ByteReader(boxes.take(8)) : undefined;
  const corners = box ? [box.i16(), box.i16(), box.i16(), box.i16()] : [xMin, yMin, xMax, yMax];
  glyphs.i16(contourCount);
  for (const corner of corners) glyphs.i16(corner);
  for (const end of ends) glyphs.i16(end);
  const size = coordinates.short255();
  glyphs.i16(size);
  glyphs.put(instructions.take(size));
  writePoints(glyphs, packed, dx, dy, overlapping);
  return corners[0] as number;
}

/** Writes flags, then x deltas, then y deltas (OpenType 1.9, `glyf`, simple glyphs); a delta of 0 takes no byte. */
function writePoints(
  glyphs: GlyphWriter,
  packed: Uint8Array,
  dx: Int32Array,
  dy: Int32Array,
  overlapping: boolean,
): void {
  const kindOf = (delta: number, short: number, same: number) =>
    delta === 0 ? same : Math.abs(delta) < 256 ? short | (delta > 0 ? same : 0) : 0;
  for (let point = 0; point < packed.length; point += 1) {
    const curve = (packed[point] as number) & 0x80 ? 0 : onCurve;
    const kinds = kindOf(dx[point] as number, 0x02, 0x10) | kindOf(dy[point] as number, 0x04, 0x20);
    glyphs.u8(curve | kinds | (overlapping && point === 0 ? overlap : 0));
  }
  for (const deltas of [dx, dy]) {
    for (const delta of deltas) {
      if (delta === 0) continue;
      if (Math.abs(delta) < 256) glyphs.u8(Math.abs(delta));
      else glyphs.i16(delta);
    }
  }
}

/** Rebuilds `hmtx` from a transformed one, which omits left side bearings that equal xMin (WOFF 2.0, 5.4). */
export function rebuildMetrics(
  packed: Uint8Array,
  hhea: Uint8Array | undefined,
  left: Int16Array,
): Uint8Array {
  if (!hhea) throw new RangeError('the font has no table hhea');
  const full = new ByteReader(hhea, 34).u16();
  const reader = new ByteReader(packed);
  const flags = reader.u8();
  if (full > left.length) throw new RangeError('the font has more advances than glyphs');
  const advances = Array.from({ length: full }, () => reader.u16());
  const bytes = new Uint8Array(4 * full + 2 * (left.length - full));
  const view = new DataView(bytes.buffer);
  for (const [glyph, advance] of advances.entries()) view.setUint16(4 * glyph, advance);
  for (let glyph = 0; glyph < left.length; glyph += 1) {
    const isStored = (flags & (glyph < full ? 1 : 2)) === 0;
    const at = glyph < full ? 4 * glyph + 2 : 4 * full + 2 * (glyph - full);
    view.setInt16(at, isStored ? reader.i16() : (left[glyph] as number));
  }
  return bytes;
}
