import type { RectangleElement } from '@sello/contracts';
import { fillAndStroke, isOutlined, rectanglePath } from '../pdf/outlines.ts';
import { never, nothing, type Painter } from './painter.ts';

export const rectangle: Painter<RectangleElement, null> = {
  prepare: nothing,
  changesState: isOutlined,
  overlaps: never,
  paint: (element, _, frame) =>
    fillAndStroke(element, rectanglePath(frame, element.width, element.height, element.cornerRadius)),
};
