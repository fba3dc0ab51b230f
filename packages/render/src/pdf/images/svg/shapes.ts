import { type PathStep, parsePath } from '@sello/design';
import { UnreadableImage } from '../image.ts';
import { exact, lengthOf, numbersOf } from './geometry.ts';
import type { Markup } from './markup.ts';

/** Distance of the control points of a cubic Bézier quarter circle, as a fraction of its radius. */
const arc = 0.5522847498;

/** The path of a basic shape (SVG 2, 10) in its own coordinates; null for other elements. */
export function shapeOf({ name, attributes }: Markup): PathStep[] | null {
  const length = (key: string) => lengthOf(attributes.get(key)) ?? 0;
  if (name === 'path') return pathOf(attributes.get('d') ?? '');
  if (name === 'rect') {
    const [rx, ry] = [lengthOf(attributes.get('rx')), lengthOf(attributes.get('ry'))];
    return rectangle(
      length('x'),
      length('y'),
      length('width'),
      length('height'),
      rx ?? ry ?? 0,
      ry ?? rx ?? 0,
    );
  }
  if (name === 'circle') return ellipse(length('cx'), length('cy'), length('r'), length('r'));
  if (name === 'ellipse') return ellipse(length('cx'), length('cy'), length('rx'), length('ry'));
  if (name === 'line') {
    return [
      { kind: 'move', x: length('x1'), y: length('y1') },
      { kind: 'line', x: length('x2'), y: length('y2') },
    ];
  }
  if (name === 'polyline' || name === 'polygon')
    return polygon(numbersOf(attributes.get('points')), name === 'polygon');
  return null;
}

function pathOf(d: string): PathStep[] {
  if (d.trim() === '' || d.trim() === 'none') return [];
  try {
    return parsePath(d);
  } catch {
    throw new UnreadableImage('svg_path');
  }
}

function polygon(numbers: readonly number[], isClosed: boolean): PathStep[] {
  const steps: PathStep[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    steps.push({ kind: at === 0 ? 'move' : 'line', x: numbers[at] as number, y: numbers[at + 1] as number });
  }
  return isClosed && steps.length > 0 ? [...steps, { kind: 'close' }] : steps;
}

function rectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): PathStep[] {
  if (width <= 0 || height <= 0) return [];
  const [a, b] = [Math.min(rx, width / 2), Math.min(ry, height / 2)];
  if (a <= 0 || b <= 0) return polygon([x, y, x + width, y, x + width, y + height, x, y + height], true);
  const [right, bottom, u, v] = [x + width, y + height, a * (1 - arc), b * (1 - arc)];
  return [
    { kind: 'move', x: x + a, y },
    { kind: 'line', x: right - a, y },
    { kind: 'curve', x1: right - u, y1: y, x2: right, y2: y + v, x: right, y: y + b },
    { kind: 'line', x: right, y: bottom - b },
    { kind: 'curve', x1: right, y1: bottom - v, x2: right - u, y2: bottom, x: right - a, y: bottom },
    { kind: 'line', x: x + a, y: bottom },
    { kind: 'curve', x1: x + u, y1: bottom, x2: x, y2: bottom - v, x, y: bottom - b },
    { kind: 'line', x, y: y + b },
    { kind: 'curve', x1: x, y1: y + v, x2: x + u, y2: y, x: x + a, y },
    { kind: 'close' },
  ];
}

function ellipse(cx: number, cy: number, rx: number, ry: number): PathStep[] {
  return rectangle(cx - rx, cy - ry, rx * 2, ry * 2, rx, ry);
}

/** The operators that build a path. */
export function pathOperators(steps: readonly PathStep[]): string {
  return steps
    .map((step) => {
      if (step.kind === 'close') return 'h';
      const end = `${exact(step.x)} ${exact(step.y)}`;
      if (step.kind !== 'curve') return `${end} ${step.kind === 'move' ? 'm' : 'l'}`;
      return `${exact(step.x1)} ${exact(step.y1)} ${exact(step.x2)} ${exact(step.y2)} ${end} c`;
    })
    .join('\n');
}
