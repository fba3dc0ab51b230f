import type { RectangleElement } from '@sello/contracts';
import { fillAndStroke, isFilledAndOutlined, isOutlined, rectanglePath } from '../pdf/outlines.ts';
import { noPassage, nothing, ornament, type Painter } from './painter.ts';

export const rectangle: Painter<RectangleElement, null> = {
  prepare: nothing,
  changesState: isOutlined,
  overlaps: isFilledAndOutlined,
  passage: noPassage,
  reading: ornament,
  paint: (element, _, frame) =>
    fillAndStroke(element, rectanglePath(frame, element.width, element.height, element.cornerRadius)),
};
