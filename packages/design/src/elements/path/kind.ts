import { outlinedBounds } from '../bounds.ts';
import { defineElement, leaf, noImages, none } from '../element-kind.ts';
import { type PathStep, parsePath } from './parse.ts';

// Measured: writing a character of path data takes about a quarter of the time of setting a letter.
const costPerCharacter = 0.25;

export const path = defineElement({
  type: 'path',
  texts: (element) => [element.alt],
  fill: (element, print) => ({ ...element, alt: print(element.alt) }),
  fonts: none,
  ...noImages,
  ...leaf,
  bounds: outlinedBounds,
  cost: (element) => element.d.length * costPerCharacter,
  problems(element) {
    try {
      parsePath(element.d);
      return [];
    } catch (error) {
      return [error];
    }
  },
  /** The steps in points from the top left corner of the box, y downwards; null when there are none. */
  measure(element) {
    const [minX, minY, width, height] = element.viewBox;
    const [scaleX, scaleY] = [element.width / width, element.height / height];
    const toX = (x: number) => (x - minX) * scaleX;
    const toY = (y: number) => (y - minY) * scaleY;
    const steps = parsePath(element.d).map((step): PathStep => {
      if (step.kind === 'close') return step;
      const end = { x: toX(step.x), y: toY(step.y) };
      if (step.kind !== 'curve') return { kind: step.kind, ...end };
      const { x1, y1, x2, y2 } = step;
      return { kind: 'curve', x1: toX(x1), y1: toY(y1), x2: toX(x2), y2: toY(y2), ...end };
    });
    return steps.length === 0 ? null : { layout: steps, problems: [] };
  },
  warnings: none,
  sample: (id) => ({
    ...{ type: 'path', id, x: 0, y: 0, width: 160, height: 40 },
    d: 'M0 30C20 0 40 0 50 20S80 40 100 10',
    viewBox: [0, 0, 100, 40],
    stroke: '#1c1a17',
    strokeWidth: 1.5,
  }),
});
