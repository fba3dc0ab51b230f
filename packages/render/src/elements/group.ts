import type { GroupElement } from '@sello/contracts';
import { always, never, noPassage, nothing, type Painter } from './painter.ts';

export const group: Painter<GroupElement, null> = {
  prepare: nothing,
  changesState: never,
  overlaps: always,
  passage: noPassage,
  reading: () => 'children',
  paint: (element, _, frame, canvas) =>
    element.elements
      .map((child) => canvas.paint(child, frame))
      .filter((operators) => operators !== '')
      .join('\n'),
};
