import type { PathElement } from '@sello/contracts';
import type { PathStep } from '@sello/design';
import { fillAndStroke, isFilledAndOutlined, isOutlined } from '../pdf/outlines.ts';
import { real } from '../pdf/syntax.ts';
import { described, noPassage, nothing, type Painter } from './painter.ts';

export const path: Painter<PathElement, readonly PathStep[]> = {
  prepare: nothing,
  changesState: isOutlined,
  overlaps: isFilledAndOutlined,
  passage: noPassage,
  reading: described,
  paint(element, steps, frame) {
    const point = (x: number, y: number) => `${real(frame.x + x)} ${real(frame.y - y)}`;
    const operators = steps.map((step) => {
      if (step.kind === 'close') return 'h';
      if (step.kind === 'curve') {
        return `${point(step.x1, step.y1)} ${point(step.x2, step.y2)} ${point(step.x, step.y)} c`;
      }
      return `${point(step.x, step.y)} ${step.kind === 'move' ? 'm' : 'l'}`;
    });
    return fillAndStroke(element, operators.join('\n'), element.fillRule === 'evenodd');
  },
};
