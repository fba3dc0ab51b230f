import type { QrElement } from '@sello/contracts';
import type { QrLayout, QrSymbol } from '@sello/design';
import { rectanglePath } from '../pdf/outlines.ts';
import { colorOperands, real } from '../pdf/syntax.ts';
import { describedAs, never, noPassage, nothing, type Painter } from './painter.ts';

export const qr: Painter<QrElement, QrLayout> = {
  prepare: nothing,
  changesState: never,
  overlaps: ({ background }) => background !== null,
  passage: noPassage,
  reading: (element, _, texts) => describedAs(element, texts.qr(element.content), texts),
  /** All dark modules in one path, so that no seams show between them. */
  paint(element, layout, frame) {
    const { symbol, side, module } = layout;
    const [left, top] = [frame.x + layout.left, frame.y - layout.top];
    const parts: string[] = [];
    if (element.background) {
      parts.push(
        `${colorOperands(element.background)} rg ${rectanglePath({ x: left, y: top }, side, side, 0)} f`,
      );
    }
    const [x, y] = [left + element.quietZone * module, top - element.quietZone * module];
    parts.push(
      `q ${real6(module)} 0 0 ${real6(-module)} ${real(x)} ${real(y)} cm ${colorOperands(element.fill)} rg`,
      `${moduleRectangles(symbol)}f Q`,
    );
    return parts.join('\n');
  },
};

const [zero, space, r, e, lineFeed] = [0x30, 0x20, 0x72, 0x65, 0x0a] as const;
/** Maximum bytes of one rectangle: four operands of three digits, each with its space, and the operator. */
const longestRectangle = 19;

/**
 * Dark modules as rectangles: a run of modules in a row, merged with equal runs in the rows below. Writing bytes takes half
 * the time of concatenating strings.
 */
function moduleRectangles({ size, modules }: QrSymbol): string {
  const path = Buffer.allocUnsafe(size * Math.ceil(size / 2) * longestRectangle);
  let at = 0;
  /** Writes a number of less than four digits and a space. */
  const operand = (number: number) => {
    if (number > 99) path[at++] = zero + Math.floor(number / 100);
    if (number > 9) path[at++] = zero + (Math.floor(number / 10) % 10);
    path[at++] = zero + (number % 10);
    path[at++] = space;
  };
  // By the column where a run starts: its length, its first row and its last row so far.
  const lengths = new Uint8Array(size);
  const firstRows = new Uint8Array(size);
  const lastRows = new Uint8Array(size);
  const close = (column: number) => {
    const row = firstRows[column] as number;
    operand(column);
    operand(row);
    operand(lengths[column] as number);
    operand((lastRows[column] as number) - row + 1);
    path[at++] = r;
    path[at++] = e;
    path[at++] = lineFeed;
  };
  for (let row = 0; row < size; row += 1) {
    const start = row * size;
    for (let column = 0; column < size; column += 1) {
      if (modules[start + column] === 0) continue;
      const first = column;
      while (column + 1 < size && modules[start + column + 1] === 1) column += 1;
      const length = column - first + 1;
      if (lengths[first] === length && lastRows[first] === row - 1) {
        lastRows[first] = row;
        continue;
      }
      if (lengths[first] !== 0) close(first);
      lengths[first] = length;
      firstRows[first] = row;
      lastRows[first] = row;
    }
  }
  for (let column = 0; column < size; column += 1) if (lengths[column] !== 0) close(column);
  return path.toString('latin1', 0, at);
}

// The side of a module is multiplied by up to 177, so it needs more decimals than a coordinate.
function real6(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
