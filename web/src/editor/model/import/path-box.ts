import { type PathStep, parsePath } from '@sello/design';
import { tidy } from '../geometry.ts';

/** The places between 0 and 1 at which a cubic curve turns back on one axis. */
function turnsOf(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = 3 * (-p0 + 3 * p1 - 3 * p2 + p3);
  const b = 6 * (p0 - 2 * p1 + p2);
  const c = 3 * (p1 - p0);
  if (Math.abs(a) < 1e-12) return Math.abs(b) < 1e-12 ? [] : [-c / b];
  const root = b * b - 4 * a * c;
  if (root < 0) return [];
  return [(-b + Math.sqrt(root)) / (2 * a), (-b - Math.sqrt(root)) / (2 * a)];
}

function at(t: number, p0: number, p1: number, p2: number, p3: number): number {
  const u = 1 - t;
  return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
}

function extentOf(axis: 'x' | 'y', steps: readonly PathStep[]): [number, number] {
  let [low, high, from] = [Infinity, -Infinity, 0];
  const add = (value: number) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const step of steps) {
    if (step.kind === 'close') continue;
    const to = step[axis];
    if (step.kind === 'curve') {
      const [p1, p2] = [step[`${axis}1`], step[`${axis}2`]];
      for (const t of turnsOf(from, p1, p2, to)) if (t > 0 && t < 1) add(at(t, from, p1, p2, to));
    }
    add(to);
    from = to;
  }
  return [low, high];
}

/** The rectangle that path data fills, exact for curves: x, y, width, height. Null for data that is not valid or empty. */
export function pathBox(d: string): [number, number, number, number] | null {
  try {
    const steps = parsePath(d);
    const [left, right] = extentOf('x', steps);
    const [top, bottom] = extentOf('y', steps);
    return Number.isFinite(right - left + bottom - top)
      ? [tidy(left), tidy(top), tidy(right - left), tidy(bottom - top)]
      : null;
  } catch {
    return null;
  }
}

/** Valid path data upside down between two heights. */
export function mirrored(d: string, top: number, bottom: number): string {
  const flip = (y: number): number => tidy(top + bottom - y);
  return parsePath(d)
    .map((step) => {
      if (step.kind === 'close') return 'Z';
      const end = `${tidy(step.x)} ${flip(step.y)}`;
      if (step.kind !== 'curve') return `${step.kind === 'move' ? 'M' : 'L'}${end}`;
      return `C${tidy(step.x1)} ${flip(step.y1)} ${tidy(step.x2)} ${flip(step.y2)} ${end}`;
    })
    .join('');
}
