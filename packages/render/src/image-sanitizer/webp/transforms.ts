import { wholeOf } from './pixel-stream.ts';
import type { LowBitReader } from './prefix-code.ts';

// The transforms of lossless WebP (RFC 9649, 3.4), undone a row at a time.

/** Undoes a transform of row `y`; the result is overwritten by the next row. */
export type Undo = (row: Int32Array, y: number) => Int32Array;

/** Reads a transform of an image of this width. Throws UnreadableImage. */
export function readTransform(
  bits: LowBitReader,
  kind: number,
  width: number,
  height: number,
): { undo: Undo; width: number } {
  if (kind === 2) return { undo: addGreen, width };
  if (kind === 3) return readPalette(bits, width);
  const shift = bits.read(3) + 2;
  const across = Math.ceil(width / (1 << shift));
  const blocks = wholeOf(bits, across, Math.ceil(height / (1 << shift)));
  return { width, undo: (kind === 0 ? predictor : crossColor)(blocks, across, shift, width) };
}

const addGreen: Undo = (row) => {
  for (let x = 0; x < row.length; x += 1) {
    const pixel = row[x] as number;
    const green = (pixel >> 8) & 0xff;
    row[x] = (pixel & 0xff00_ff00) | (((pixel & 0xff_00ff) + ((green << 16) | green)) & 0xff_00ff);
  }
  return row;
};

function crossColor(blocks: Int32Array, across: number, shift: number, _width: number): Undo {
  const product = (factor: number, color: number) => (((factor << 24) >> 24) * ((color << 24) >> 24)) >> 5;
  return (row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      const factors = blocks[(y >> shift) * across + (x >> shift)] as number;
      const pixel = row[x] as number;
      const green = (pixel >> 8) & 0xff;
      const red = (((pixel >> 16) & 0xff) + product(factors & 0xff, green)) & 0xff;
      const blue =
        ((pixel & 0xff) + product((factors >> 8) & 0xff, green) + product((factors >> 16) & 0xff, red)) &
        0xff;
      row[x] = (pixel & 0xff00_ff00) | (red << 16) | blue;
    }
    return row;
  };
}

function readPalette(bits: LowBitReader, width: number): { undo: Undo; width: number } {
  const size = bits.read(8) + 1;
  const colors = wholeOf(bits, size, 1);
  for (let index = 1; index < size; index += 1) {
    colors[index] = sum(colors[index] as number, colors[index - 1] as number);
  }
  const shift = size <= 2 ? 3 : size <= 4 ? 2 : size <= 16 ? 1 : 0;
  const pixelBits = 8 >> shift;
  const row = new Int32Array(width);
  const undo: Undo = (packed) => {
    for (let x = 0; x < width; x += 1) {
      const green = ((packed[x >> shift] as number) >> 8) & 0xff;
      // An index beyond the palette is transparent black.
      row[x] = colors[(green >> ((x & ((1 << shift) - 1)) * pixelBits)) & ((1 << pixelBits) - 1)] ?? 0;
    }
    return row;
  };
  return { undo, width: Math.ceil(width / (1 << shift)) };
}

const sum = (a: number, b: number) =>
  (((a & 0xff00_ff00) + (b & 0xff00_ff00)) & 0xff00_ff00) | (((a & 0xff_00ff) + (b & 0xff_00ff)) & 0xff_00ff);
const average = (a: number, b: number) => (((a ^ b) & 0xfefe_fefe) >>> 1) + (a & b);
const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value);

function predictor(blocks: Int32Array, across: number, shift: number, width: number): Undo {
  let above = new Int32Array(width);
  let out = new Int32Array(width);
  const copy = new Int32Array(width);
  return (row, y) => {
    [above, out] = [out, above];
    for (let x = 0; x < width; x += 1) {
      let predicted: number;
      if (x === 0) predicted = y === 0 ? 0xff00_0000 : (above[0] as number);
      else if (y === 0) predicted = out[x - 1] as number;
      else {
        const mode = ((blocks[(y >> shift) * across + (x >> shift)] as number) >> 8) & 15;
        // To the right of the last pixel is the first one of the row itself.
        const right = (x + 1 < width ? above[x + 1] : out[0]) as number;
        predicted = predict(mode, out[x - 1] as number, above[x] as number, above[x - 1] as number, right);
      }
      out[x] = sum(row[x] as number, predicted);
    }
    // Other transforms change what they get, and the next row is predicted from this one.
    copy.set(out);
    return copy;
  };
}

function predict(mode: number, left: number, top: number, corner: number, right: number): number {
  switch (mode) {
    case 1:
      return left;
    case 2:
      return top;
    case 3:
      return right;
    case 4:
      return corner;
    case 5:
      return average(average(left, right), top);
    case 6:
      return average(left, corner);
    case 7:
      return average(left, top);
    case 8:
      return average(corner, top);
    case 9:
      return average(top, right);
    case 10:
      return average(average(left, corner), average(top, right));
    case 11:
      return select(left, top, corner);
    case 12:
      return each((shift) => clamp(part(left, shift) + part(top, shift) - part(corner, shift)));
    case 13: {
      const middle = average(left, top);
      return each((shift) => {
        const value = part(middle, shift);
        return clamp(value + Math.trunc((value - part(corner, shift)) / 2));
      });
    }
    default:
      return 0xff00_0000;
  }
}

const part = (pixel: number, shift: number) => (pixel >>> shift) & 0xff;
const each = (value: (shift: number) => number) =>
  (value(24) << 24) | (value(16) << 16) | (value(8) << 8) | value(0);

/** The one of the two neighbours that is nearer to their gradient. */
function select(left: number, top: number, corner: number): number {
  let difference = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const [l, t, c] = [part(left, shift), part(top, shift), part(corner, shift)];
    difference += Math.abs(t - c) - Math.abs(l - c);
  }
  return difference < 0 ? left : top;
}
