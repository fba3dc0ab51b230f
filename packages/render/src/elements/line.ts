import type { LineElement } from '@sello/contracts';
import { fillAndStroke, isOutlined } from '../pdf/outlines.ts';
import { real } from '../pdf/syntax.ts';
import { never, noPassage, nothing, ornament, type Painter } from './painter.ts';

export const line: Painter<LineElement, null> = {
  prepare: nothing,
  changesState: isOutlined,
  overlaps: never,
  passage: noPassage,
  reading: ornament,
  paint(element, _, frame) {
    const y = real(frame.y - element.height / 2);
    return fillAndStroke(element, `${real(frame.x)} ${y} m ${real(frame.x + element.width)} ${y} l`);
  },
};
