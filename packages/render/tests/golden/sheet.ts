import { inflateSync } from 'node:zlib';
import { paintedPng } from '../painted-png.ts';

/** Size of a cell in pixels: a page of 120 × 80 points at 1.2 pixels per point. */
export const cell = { width: 144, height: 96 };
const columns = 8;
const grey = 200;

/** RGB pixels, three bytes each, row by row. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** Pictures in cells of one sheet, row by row; each is in the top left corner of its cell, the rest is grey. */
export function encodeSheet(cells: readonly Pixels[]): Uint8Array {
  const height = Math.ceil(cells.length / columns) * cell.height;
  return paintedPng(columns * cell.width, height, (x, y) => {
    const of = cells[Math.floor(y / cell.height) * columns + Math.floor(x / cell.width)];
    const [column, row] = [x % cell.width, y % cell.height];
    if (!of || column >= of.width || row >= of.height) return [grey, grey, grey];
    const from = (row * of.width + column) * 3;
    return [of.rgb[from]!, of.rgb[from + 1]!, of.rgb[from + 2]!];
  });
}

/** Decodes an 8-bit RGB PNG whose rows have filter None or Up. */
export function decodePng(bytes: Uint8Array): Pixels {
  const png = Buffer.from(bytes);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const rgb = new Uint8Array(width * height * 3);
  const stride = width * 3;
  for (let row = 0; row < height; row += 1) {
    const isFiltered = row > 0 && rows[row * (stride + 1)] !== 0;
    for (let place = 0; place < stride; place += 1) {
      const above = isFiltered ? rgb[(row - 1) * stride + place]! : 0;
      rgb[row * stride + place] = above + rows[row * (stride + 1) + 1 + place]!;
    }
  }
  return { rgb, width, height };
}

/** A picture in the top left corner of a cell. */
export function inCell(picture: Pixels): Pixels {
  const rgb = new Uint8Array(cell.width * cell.height * 3).fill(grey);
  for (let y = 0; y < picture.height; y += 1) {
    const from = y * picture.width * 3;
    rgb.set(picture.rgb.subarray(from, from + picture.width * 3), y * cell.width * 3);
  }
  return { rgb, ...cell };
}

/** A cell of a sheet, with the grey around the picture; null beyond its end. */
export function cellOf(sheet: Pixels, index: number): Pixels | null {
  const [left, top] = cornerOf(index);
  if (top + cell.height > sheet.height || left + cell.width > sheet.width) return null;
  const rgb = new Uint8Array(cell.width * cell.height * 3);
  for (let y = 0; y < cell.height; y += 1) {
    const from = ((top + y) * sheet.width + left) * 3;
    rgb.set(sheet.rgb.subarray(from, from + cell.width * 3), y * cell.width * 3);
  }
  return { rgb, ...cell };
}

function cornerOf(index: number): [left: number, top: number] {
  return [(index % columns) * cell.width, Math.floor(index / columns) * cell.height];
}

/** Compares two pictures of cell size: the fraction of pixels that differ visibly, and a picture with those in red. */
export function compare(actual: Pixels, expected: Pixels): { differing: number; picture: Pixels } {
  const rgb = new Uint8Array(actual.rgb.length);
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    let most = 0;
    for (let color = 0; color < 3; color += 1) {
      most = Math.max(most, Math.abs(actual.rgb[at + color]! - expected.rgb[at + color]!));
    }
    // Small differences may come from a change in anti-aliasing.
    const isVisible = most > 8;
    if (isVisible) count += 1;
    const faint = 255 - ((255 - expected.rgb[at + 1]!) >> 2);
    rgb.set(isVisible ? [255, 0, 0] : [faint, faint, faint], at);
  }
  return { differing: count / (rgb.length / 3), picture: { ...actual, rgb } };
}
