import type { EllipseElement } from '@sello/contracts';
import { arc, fillAndStroke, isOutlined } from '../pdf/outlines.ts';
import { real } from '../pdf/syntax.ts';
import { never, nothing, type Painter } from './painter.ts';

function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * arc, ry * arc];
  return [
    `${real(cx + rx)} ${real(cy)} m`,
    `${[cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry].map(real).join(' ')} c`,
    `${[cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy].map(real).join(' ')} c`,
    `${[cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry].map(real).join(' ')} c`,
    `${[cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy].map(real).join(' ')} c h`,
  ].join('\n');
}

export const ellipse: Painter<EllipseElement, null> = {
  prepare: nothing,
  changesState: isOutlined,
  overlaps: never,
  paint(element, _, frame) {
    const [rx, ry] = [element.width / 2, element.height / 2];
    return fillAndStroke(element, ellipsePath(frame.x + rx, frame.y - ry, rx, ry));
  },
};
