import type { EllipseElement } from '@sello/contracts';
import { ellipsePath, fillAndStroke, isFilledAndOutlined, isOutlined } from '../pdf/outlines.ts';
import { noPassage, nothing, ornament, type Painter } from './painter.ts';

export const ellipse: Painter<EllipseElement, null> = {
  prepare: nothing,
  changesState: isOutlined,
  overlaps: isFilledAndOutlined,
  passage: noPassage,
  reading: ornament,
  paint(element, _, frame) {
    const [rx, ry] = [element.width / 2, element.height / 2];
    return fillAndStroke(element, ellipsePath(frame.x + rx, frame.y - ry, rx, ry));
  },
};
