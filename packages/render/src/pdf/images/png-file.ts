import { inflateSync } from 'node:zlib';
import { largestPixelCount, largestSampleBytes, TooManyPixels, UnreadableImage } from './image.ts';
import { predicted, rowBytes } from './raster.ts';

/** Components of each colour type (ISO/IEC 15948, 11.2.2); type 3 has palette indexes. */
const componentsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export interface PngHead {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  components: number;
  isInterlaced: boolean;
  palette: Buffer | null;
  /** The chunk tRNS. */
  transparency: Buffer | null;
  profile: Buffer | null;
  /** The compressed rows. */
  data: Buffer;
}

/** With the rows decompressed, still filtered. */
export interface PngFile extends PngHead {
  rows: Buffer;
}

/** Reads a PNG and decompresses its rows. Throws UnreadableImage. */
export function readPngFile(bytes: Buffer): PngFile {
  const head = readPngHead(bytes);
  const { width, height, components, bits, isInterlaced, data } = head;
  const length = rowBytes({ width, components, bits }) + 1;
  if (length * height > largestSampleBytes) throw new TooManyPixels();
  // The passes of an interlaced image have a few bytes more.
  const rows = unpack(data, length * height + height * 8 + 64);
  if (!isInterlaced && rows.length < length * height) throw new UnreadableImage('incomplete');
  return { ...head, rows };
}

/** Reads all of a PNG but its rows. Throws UnreadableImage. */
export function readPngHead(bytes: Buffer): PngHead {
  const chunks = new Map<string, Buffer>();
  for (const { type, from, to } of chunksOf(bytes)) {
    if (kept.has(type) && !chunks.has(type)) chunks.set(type, bytes.subarray(from, to));
  }
  const first = (type: string) => chunks.get(type) ?? null;
  const header = first('IHDR');
  if (header?.length !== 13) throw new UnreadableImage('damaged');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, colorType, interlace] = [header[8] as number, header[9] as number, header[12] as number];
  const components = componentsOf[colorType];
  if (
    components === undefined ||
    !depths[colorType]?.includes(bits) ||
    width * height === 0 ||
    interlace > 1
  ) {
    throw new UnreadableImage('damaged');
  }
  if (width * height > largestPixelCount) throw new TooManyPixels();
  const palette = first('PLTE');
  if (colorType === 3 && !palette) throw new UnreadableImage('damaged');
  return {
    ...{ width, height, bits, colorType, components, palette, isInterlaced: interlace === 1 },
    data: dataOf(bytes),
    transparency: first('tRNS'),
    profile: profileIn(first('iCCP')),
  };
}

const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP']);

/** The chunks up to the end. Throws UnreadableImage. */
function* chunksOf(bytes: Buffer): Generator<{ type: string; from: number; to: number }> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) throw new UnreadableImage('incomplete');
    if (type === 'IEND') return;
    yield { type, from: at + 8, to: at + 8 + length };
    at += 12 + length;
  }
}

/** The parts of the compressed rows, joined without an object for each: a file may have a million of them. */
function dataOf(bytes: Buffer): Buffer {
  let total = 0;
  for (const { type, from, to } of chunksOf(bytes)) if (type === 'IDAT') total += to - from;
  const whole = Buffer.allocUnsafeSlow(total);
  let at = 0;
  for (const { type, from, to } of chunksOf(bytes))
    if (type === 'IDAT') at += bytes.copy(whole, at, from, to);
  return whole;
}

function unpack(data: Buffer, longest: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: longest });
  } catch {
    throw new UnreadableImage('damaged');
  }
}

/** The profile of an iCCP chunk: a name, a zero byte, the compression method and the compressed profile. */
function profileIn(chunk: Buffer | null): Buffer | null {
  if (!chunk) return null;
  try {
    return inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: 8_000_000 });
  } catch {
    return null;
  }
}

/** First column, first row and their increments in each pass (Adam7, ISO/IEC 15948, 8.2). */
export const pngPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The samples of all pixels, each row beginning with a whole byte. Throws UnreadableImage. */
export function pngSamples(file: PngFile): Uint8Array {
  const { width, height, components, bits, isInterlaced, rows } = file;
  if (!isInterlaced) return unfilter(rows, width, height, components, bits).samples;
  const length = rowBytes({ width, components, bits });
  const samples = new Uint8Array(length * height);
  const pixelBits = components * bits;
  let rest = rows;
  for (const [left, top, across, down] of pngPasses) {
    const [columns, lines] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    if (columns <= 0 || lines <= 0) continue;
    const pass = unfilter(rest, columns, lines, components, bits);
    rest = rest.subarray(pass.read);
    const passLength = rowBytes({ width: columns, components, bits });
    for (let y = 0; y < lines; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        const [from, to] = [x * pixelBits, (left + x * across) * pixelBits];
        const [source, target] = [y * passLength + (from >> 3), (top + y * down) * length + (to >> 3)];
        if (pixelBits >= 8) {
          for (let byte = 0; byte < pixelBits >> 3; byte += 1) {
            samples[target + byte] = pass.samples[source + byte] as number;
          }
        } else {
          const value =
            ((pass.samples[source] as number) >> (8 - pixelBits - (from & 7))) & ((1 << pixelBits) - 1);
          samples[target] = (samples[target] as number) | (value << (8 - pixelBits - (to & 7)));
        }
      }
    }
  }
  return samples;
}

function unfilter(
  rows: Buffer,
  width: number,
  height: number,
  components: number,
  bits: number,
): { samples: Uint8Array; read: number } {
  const length = rowBytes({ width, components, bits });
  const step = Math.max(1, (components * bits) >> 3);
  const read = (length + 1) * height;
  if (rows.length < read) throw new UnreadableImage('incomplete');
  const samples = new Uint8Array(length * height);
  for (let y = 0; y < height; y += 1) {
    const [from, to] = [y * (length + 1) + 1, y * length];
    const filter = rows[from - 1] as number;
    if (filter > 4) throw new UnreadableImage('damaged');
    for (let x = 0; x < length; x += 1) {
      const left = x >= step ? (samples[to + x - step] as number) : 0;
      const above = y > 0 ? (samples[to + x - length] as number) : 0;
      const corner = y > 0 && x >= step ? (samples[to + x - length - step] as number) : 0;
      samples[to + x] = (rows[from + x] as number) + predicted(filter, left, above, corner);
    }
  }
  return { samples, read };
}
