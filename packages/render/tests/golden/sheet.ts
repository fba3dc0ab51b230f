import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { paintedPng } from '../painted-png.ts';

/** RGB pixels, three bytes each, row by row. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

export interface Cells {
  /** Size of a cell in pixels. */
  cell: { width: number; height: number };
  columns: number;
}

const grey = 200;
/** Cells for pages of 120 × 80 points at 1.2 pixels per point. */
export const smallCells: Cells = { cell: { width: 144, height: 96 }, columns: 8 };

/** Pictures in cells of one sheet, row by row; each is in the top left corner of its cell, the rest is grey. */
function encodeSheet(pictures: readonly Pixels[], { cell, columns }: Cells): Uint8Array {
  const height = Math.ceil(pictures.length / columns) * cell.height;
  return paintedPng(columns * cell.width, height, (x, y) => {
    const of = pictures[Math.floor(y / cell.height) * columns + Math.floor(x / cell.width)];
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
export function inCell(picture: Pixels, { cell }: Cells): Pixels {
  const rgb = new Uint8Array(cell.width * cell.height * 3).fill(grey);
  for (let y = 0; y < picture.height; y += 1) {
    const from = y * picture.width * 3;
    rgb.set(picture.rgb.subarray(from, from + picture.width * 3), y * cell.width * 3);
  }
  return { rgb, ...cell };
}

/** A cell of a sheet, with the grey around the picture; null beyond its end. */
function cellOf(sheet: Pixels, index: number, { cell, columns }: Cells): Pixels | null {
  const [left, top] = [(index % columns) * cell.width, Math.floor(index / columns) * cell.height];
  if (top + cell.height > sheet.height || left + cell.width > sheet.width) return null;
  const rgb = new Uint8Array(cell.width * cell.height * 3);
  for (let y = 0; y < cell.height; y += 1) {
    const from = ((top + y) * sheet.width + left) * 3;
    rgb.set(sheet.rgb.subarray(from, from + cell.width * 3), y * cell.width * 3);
  }
  return { rgb, ...cell };
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

/** Fraction of the pixels of a picture that may differ. */
export const tolerance = 0.0005;

const isRenewed = process.env.SELLO_RENEW_GOLDEN === '1';

/**
 * Compares named pictures with those in `golden/<sheet>.png`, in this order; SELLO_RENEW_GOLDEN=1 writes the sheet first.
 * Throws with the names of those that differ and the paths of two sheets: those pictures, and where they differ.
 */
export async function expectSame(
  sheet: string,
  shown: readonly (readonly [name: string, Pixels])[],
  cells: Cells,
): Promise<void> {
  const path = new URL(`${sheet}.png`, import.meta.url);
  const pictures = shown.map(([, pixels]) => pixels);
  if (isRenewed) await writeFile(path, encodeSheet(pictures, cells));
  const golden = decodePng(await readFile(path));
  const compared = shown.map(([name, pixels], index) => {
    const actual = inCell(pixels, cells);
    const expected = cellOf(golden, index, cells);
    return { name, actual, ...(expected ? compare(actual, expected) : { differing: 1, picture: actual }) };
  });
  const next = Math.ceil(shown.length / cells.columns) * cells.columns;
  const isLonger = cellOf(golden, next, cells) !== null;
  const different = compared.filter(({ differing }) => differing > tolerance);
  if (different.length === 0 && !isLonger) return;
  const out = await mkdtemp(join(tmpdir(), 'sello-golden-'));
  const written = async (kind: string, kept: Pixels[]) => {
    const file = join(out, `${sheet}-${kind}.png`);
    await writeFile(file, encodeSheet(kept, cells));
    return file;
  };
  const actual = await written(
    'actual',
    different.map((one) => one.actual),
  );
  const difference = await written(
    'difference',
    different.map((one) => one.picture),
  );
  const named = different.map(({ name, differing }) => `${name} (${(differing * 100).toFixed(2)} %)`);
  throw new Error(`${named.join(', ')} differ: see ${actual} and ${difference}`);
}
