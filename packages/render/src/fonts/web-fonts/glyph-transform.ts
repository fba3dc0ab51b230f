// Outlines as WOFF 2.0 packs them (5.1), put back into the tables `glyf`, `loca` and `hmtx`.
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

/** Bytes that grow as they are written. */
class Glyphs {
  #bytes: Uint8Array;
  #view: DataView;
  readonly #largest: number;
  length = 0;

  constructor(largest: number) {
    this.#bytes = new Uint8Array(65_536);
    this.#view = new DataView(this.#bytes.buffer);
    this.#largest = largest;
  }

  reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.#bytes.byteLength) return;
    if (needed > this.#largest) throw new RangeError(`the outlines take more than ${this.#largest} bytes`);
    const grown = new Uint8Array(Math.min(this.#largest, Math.max(needed, this.#bytes.byteLength * 2)));
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
 * The tables `glyf` and `loca` from a packed `glyf`, and the left edge of every glyph. Throws RangeError for a broken
 * one and for outlines of more than `largest` bytes.
 */
export function rebuildGlyphs(
  packed: Uint8Array,
  largest: number,
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
  const glyphs = new Glyphs(largest);
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
    else if (start / 2 > 0xffff) throw new RangeError('the outlines are longer than their index can say');
    else view.setUint16(index * 2, start / 2);
  }
  return bytes;
}

/** Parts and how each is placed; returns the left edge. */
function writeComposite(streams: Streams, glyphs: Glyphs): number {
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

/** A step from one point to the next, in one to four bytes (WOFF 2.0, 5.2). */
function readStep(flag: number, stream: ByteReader): [dx: number, dy: number] {
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

/** Outlines; returns the left edge. */
function writeSimple(
  streams: Streams,
  glyphs: Glyphs,
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
    const step = readStep((packed[point] as number) & 0x7f, coordinates);
    [dx[point], dy[point]] = step;
    x += step[0];
    y += step[1];
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

/** Flags, then steps across, then steps up (OpenType 1.9, `glyf`, simple glyphs); a step of 0 takes no byte. */
function writePoints(
  glyphs: Glyphs,
  packed: Uint8Array,
  dx: Int32Array,
  dy: Int32Array,
  overlapping: boolean,
): void {
  const kindOf = (step: number, short: number, same: number) =>
    step === 0 ? same : Math.abs(step) < 256 ? short | (step > 0 ? same : 0) : 0;
  for (let point = 0; point < packed.length; point += 1) {
    const curve = (packed[point] as number) & 0x80 ? 0 : onCurve;
    const kinds = kindOf(dx[point] as number, 0x02, 0x10) | kindOf(dy[point] as number, 0x04, 0x20);
    glyphs.u8(curve | kinds | (overlapping && point === 0 ? overlap : 0));
  }
  for (const steps of [dx, dy]) {
    for (const step of steps) {
      if (step === 0) continue;
      if (Math.abs(step) < 256) glyphs.u8(Math.abs(step));
      else glyphs.i16(step);
    }
  }
}

/** The table `hmtx` from a packed one, which leaves out side bearings that are the left edges (WOFF 2.0, 5.4). */
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
