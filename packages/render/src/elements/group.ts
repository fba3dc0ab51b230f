import type { GroupElement } from '@sello/contracts';
import { never, nothing, type Painter } from './painter.ts';

export const group: Painter<GroupElement, null> = {
  prepare: nothing,
  changesState: never,
  overlaps: () => true,
  paint: (element, _, frame, canvas) =>
    element.elements
      .map((child) => canvas.paint(child, frame))
      .filter((operators) => operators !== '')
      .join('\n'),
};
