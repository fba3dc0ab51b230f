import type { QrElement } from '@sello/contracts';
import { type QrSymbol, qrSymbol } from '@sello/design';
import { AppError } from '@sello/kit';
import { colorOperands, real } from '../pdf/syntax.ts';
import type { Paint } from './paint.ts';
import { rectanglePath } from './shapes.ts';

/** A square symbol in the middle of the box, all dark modules in one path, so that no seams show between them. */
export const paintQr: Paint<QrElement> = (element, frame, { print }) => {
  const { text } = print(element.content);
  if (text === '') return '';
  const symbol = qrSymbol(text, element.errorCorrection);
  if (!symbol) throw new AppError('text_does_not_fit', { details: { element: element.id, minSize: 0 } });
  const side = Math.min(element.width, element.height);
  const module = side / (symbol.size + 2 * element.quietZone);
  const left = frame.x + (element.width - side) / 2;
  const top = frame.y - (element.height - side) / 2;
  const parts: string[] = [];
  if (element.background) {
    parts.push(
      `${colorOperands(element.background)} rg ${rectanglePath({ x: left, y: top }, side, side, 0)} f`,
    );
  }
  const [x, y] = [left + element.quietZone * module, top - element.quietZone * module];
  parts.push(
    `q ${real6(module)} 0 0 ${real6(-module)} ${real(x)} ${real(y)} cm ${colorOperands(element.fill)} rg`,
  );
  writeModules(symbol, parts);
  parts.push('f Q');
  return parts.join('\n');
};

/**
 * Dark modules as rectangles: runs of a row, those of the same place and length in following rows taken together.
 */
function writeModules({ size, modules }: QrSymbol, parts: string[]): void {
  // For the column where a run begins: its length, its first row and its last row so far.
  const lengths = new Uint8Array(size);
  const firstRows = new Uint8Array(size);
  const lastRows = new Uint8Array(size);
  const close = (column: number) => {
    const row = firstRows[column] as number;
    parts.push(`${column} ${row} ${lengths[column]} ${(lastRows[column] as number) - row + 1} re`);
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
}

// A module's side is multiplied by up to 177: it needs more places than a coordinate.
function real6(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
