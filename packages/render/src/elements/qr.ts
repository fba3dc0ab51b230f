import type { QrElement } from '@sello/contracts';
import { qrSymbol } from '@sello/design';
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
  const { size, modules } = symbol;
  for (let row = 0; row < size; row += 1) {
    const start = row * size;
    for (let column = 0; column < size; column += 1) {
      if (modules[start + column] === 0) continue;
      const first = column;
      while (column + 1 < size && modules[start + column + 1] === 1) column += 1;
      parts.push(runRectangle(first, row, column - first + 1));
    }
  }
  parts.push('f Q');
  return parts.join('\n');
};

/** Larger symbols, and longer runs than nearly all, are written anew. */
const remembered = { side: 61, length: 8 };
const rectangles = new Array<string | undefined>(remembered.side ** 2 * remembered.length);

/** Every symbol is made of the same few thousand rectangles: their operators are written once. */
function runRectangle(column: number, row: number, length: number): string {
  if (row >= remembered.side || column >= remembered.side || length >= remembered.length) {
    return `${column} ${row} ${length} 1 re`;
  }
  const key = (row * remembered.side + column) * remembered.length + length;
  const known = rectangles[key];
  if (known !== undefined) return known;
  const made = `${column} ${row} ${length} 1 re`;
  rectangles[key] = made;
  return made;
}

// A module's side is multiplied by up to 177: it needs more places than a coordinate.
function real6(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
