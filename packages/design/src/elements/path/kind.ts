import type { PathElement } from '@sello/contracts';
import { outlinedBounds } from '../bounds.ts';
import { defineElement, leaf, noImages, none } from '../element-kind.ts';
import { dashProblems } from '../outline.ts';
import { type PathStep, parsePath } from './parse.ts';

// Relative to one letter of laid-out text, measured.
const costPerCharacter = 0.25;

/** Points from the corner of the box. Larger coordinates lose precision or cannot be written in a PDF. */
const maxCoordinate = 1_000_000;

/** The path in points from the top left corner of the box, y downwards. Throws SyntaxError for invalid data. */
function placedSteps(element: PathElement): PathStep[] {
  const [minX, minY, width, height] = element.viewBox;
  const [scaleX, scaleY] = [element.width / width, element.height / height];
  const toX = (x: number) => (x - minX) * scaleX;
  const toY = (y: number) => (y - minY) * scaleY;
  return parsePath(element.d).map((step): PathStep => {
    if (step.kind === 'close') return step;
    const end = { x: toX(step.x), y: toY(step.y) };
    if (step.kind !== 'curve') return { kind: step.kind, ...end };
    const { x1, y1, x2, y2 } = step;
    return { kind: 'curve', x1: toX(x1), y1: toY(y1), x2: toX(x2), y2: toY(y2), ...end };
  });
}

function numbersOf(step: PathStep): number[] {
  if (step.kind === 'close') return [];
  return step.kind === 'curve' ? [step.x1, step.y1, step.x2, step.y2, step.x, step.y] : [step.x, step.y];
}

/** An upper bound of the path's length: a curve is not longer than its control polygon. */
function lengthOf(steps: readonly PathStep[]): number {
  let [length, x, y] = [0, 0, 0];
  for (const step of steps) {
    const numbers = numbersOf(step);
    for (let at = 0; at < numbers.length; at += 2) {
      const [toX, toY] = [numbers[at] as number, numbers[at + 1] as number];
      if (step.kind !== 'move') length += Math.hypot(toX - x, toY - y);
      [x, y] = [toX, toY];
    }
  }
  return length;
}

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
      const steps = placedSteps(element);
      const isFar = steps.some((step) =>
        numbersOf(step).some((value) => !(Math.abs(value) <= maxCoordinate)),
      );
      if (isFar) return [new RangeError(`path data goes farther than ${maxCoordinate} points`)];
      return dashProblems(element, lengthOf(steps));
    } catch (error) {
      return [error];
    }
  },
  measure(element) {
    const steps = placedSteps(element);
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
