import { UnreadableImage } from '../../pdf/images/image.ts';
import { rowsOf } from './pixel-stream.ts';
import { LowBitReader } from './prefix-code.ts';
import { readTransform, type Undo } from './transforms.ts';

/** The rows of a chunk VP8L (RFC 9649, 3); pixels are alpha, red, green, blue, overwritten by the next row. */
export function losslessRows(data: Buffer): { hasAlpha: boolean; rows: Generator<Int32Array> } {
  const bits = new LowBitReader(data);
  if (bits.read(8) !== 0x2f) throw new UnreadableImage('damaged');
  const [width, height] = [bits.read(14) + 1, bits.read(14) + 1];
  const hasAlpha = bits.read(1) === 1;
  if (bits.read(3) !== 0) throw new UnreadableImage('damaged');
  return { hasAlpha, rows: imageRows(bits, width, height) };
}

function* imageRows(bits: LowBitReader, width: number, height: number): Generator<Int32Array> {
  const undo: Undo[] = [];
  const seen = new Set<number>();
  let coded = width;
  while (bits.read(1) === 1) {
    const kind = bits.read(2);
    if (seen.has(kind)) throw new UnreadableImage('damaged');
    seen.add(kind);
    const transform = readTransform(bits, kind, coded, height);
    undo.unshift(transform.undo);
    coded = transform.width;
  }
  let y = 0;
  for (const row of rowsOf(bits, coded, height, true)) {
    let pixels: Int32Array = row;
    for (const one of undo) pixels = one(pixels, y);
    yield pixels;
    y += 1;
  }
}

/** The rows of a chunk ALPH (RFC 9649, 2.7.1.2), overwritten by the next row. */
export function* alphaRows(data: Buffer, width: number, height: number): Generator<Uint8Array> {
  const [compression, filter] = [(data[0] ?? 0) & 3, ((data[0] ?? 0) >> 2) & 3];
  if (compression > 1) throw new UnreadableImage('damaged');
  const coded = compression === 1 ? imageRows(new LowBitReader(data.subarray(1)), width, height) : null;
  let above = new Uint8Array(width);
  let row = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    [above, row] = [row, above];
    if (coded) {
      const pixels = coded.next().value as Int32Array;
      for (let x = 0; x < width; x += 1) row[x] = (pixels[x] as number) >> 8;
    } else {
      const stored = data.subarray(1 + y * width, 1 + (y + 1) * width);
      if (stored.length < width) throw new UnreadableImage('incomplete');
      row.set(stored);
    }
    if (filter > 0) unfilter(filter, row, y === 0 ? null : above);
    yield row;
  }
}

function unfilter(filter: number, row: Uint8Array, above: Uint8Array | null): void {
  for (let x = 0; x < row.length; x += 1) {
    const left = x > 0 ? (row[x - 1] as number) : 0;
    const top = above ? (above[x] as number) : left;
    let predicted = left;
    if (x === 0) predicted = above ? top : 0;
    else if (filter === 2) predicted = top;
    else if (filter === 3 && above) {
      predicted = Math.max(0, Math.min(255, left + top - (above[x - 1] as number)));
    }
    row[x] = (row[x] as number) + predicted;
  }
}
