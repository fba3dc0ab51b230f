import { UnreadableImage } from '../../pdf/images/image.ts';
import { predicted } from '../../pdf/images/raster.ts';

// The filters of PNG (ISO/IEC 15948, 9).

/** Removes the filter of a row in place. `step` is the distance of a pixel's bytes to those of the pixel before it. */
export function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): void {
  const length = row.length;
  if (filter === 1) {
    for (let x = step; x < length; x += 1) row[x] = (row[x] as number) + (row[x - step] as number);
  } else if (filter === 2) {
    for (let x = 0; x < length; x += 1) row[x] = (row[x] as number) + (above[x] as number);
  } else if (filter === 3) {
    for (let x = 0; x < length; x += 1) {
      const left = x >= step ? (row[x - step] as number) : 0;
      row[x] = (row[x] as number) + ((left + (above[x] as number)) >> 1);
    }
  } else if (filter === 4) {
    for (let x = 0; x < length; x += 1) {
      const left = x >= step ? (row[x - step] as number) : 0;
      const corner = x >= step ? (above[x - step] as number) : 0;
      row[x] = (row[x] as number) + predicted(4, left, above[x] as number, corner);
    }
  } else if (filter !== 0) {
    throw new UnreadableImage('damaged');
  }
}

/** Writes a filtered row. */
export function applyFilter(
  filter: number,
  row: Uint8Array,
  above: Uint8Array,
  step: number,
  into: Uint8Array,
): void {
  for (let x = 0; x < row.length; x += 1) {
    const left = x >= step ? (row[x - step] as number) : 0;
    const corner = x >= step ? (above[x - step] as number) : 0;
    into[x] = (row[x] as number) - predicted(filter, left, above[x] as number, corner);
  }
}

const candidates = [0, 1, 2, 4];
/** The filter is chosen by one of so many bytes. */
const sampled = 11;

/** The filter of the smallest sum of differences, the heuristic of PNG. */
export function bestFilter(row: Uint8Array, above: Uint8Array, step: number): number {
  const sums = [0, 0, 0, 0];
  for (let x = step; x < row.length; x += sampled) {
    const [left, up] = [row[x - step] as number, above[x] as number];
    for (const [index, filter] of candidates.entries()) {
      const value = ((row[x] as number) - predicted(filter, left, up, above[x - step] as number)) & 0xff;
      sums[index] = (sums[index] as number) + (value < 128 ? value : 256 - value);
    }
  }
  return candidates[sums.indexOf(Math.min(...sums))] as number;
}
