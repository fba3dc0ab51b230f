import type { PathStep } from '@sello/design';
import type { AffineMatrix } from '../../content.ts';
import { UnreadableImage } from '../image.ts';

const units: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** A length in user units; null for none. Throws UnreadableImage for percentages and font-relative units. */
export function lengthOf(value: string | undefined): number | null {
  if (value === undefined || value === 'auto') return null;
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(value);
  const unit = units[match?.[2]?.toLowerCase() ?? ''];
  if (!match || unit === undefined) throw new UnreadableImage('svg_length', { name: value.slice(0, 40) });
  return Number(match[1]) * unit;
}

export function numbersOf(value: string | undefined): number[] {
  const numbers = (value ?? '').match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? [];
  return numbers.map(Number);
}

const longestTransform = 10_000;

/** Transforms of SVG (CSS Transforms 1, 8) as one matrix. */
export function matrixOf(value: string | undefined): AffineMatrix {
  let matrix: AffineMatrix = [1, 0, 0, 1, 0, 0];
  if (value && value.length > longestTransform) throw new UnreadableImage('svg_transform_long');
  for (const [, name = '', given = ''] of (value ?? '').matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g)) {
    matrix = times(single(name, numbersOf(given)), matrix);
  }
  return matrix;
}

function single(name: string, [a = 0, b, c, d = 0, e = 0, f = 0]: number[]): AffineMatrix {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  if (name === 'matrix') return [a, b ?? 0, c ?? 0, d, e, f];
  if (name === 'translate') return [1, 0, 0, 1, a, b ?? 0];
  if (name === 'scale') return [a, 0, 0, b ?? a, 0, 0];
  if (name === 'skewX') return [1, 0, Math.tan(radians(a)), 1, 0, 0];
  if (name === 'skewY') return [1, Math.tan(radians(a)), 0, 1, 0, 0];
  if (name !== 'rotate') throw new UnreadableImage('svg_transform', { name });
  const [cos, sin, x, y] = [Math.cos(radians(a)), Math.sin(radians(a)), b ?? 0, c ?? 0];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/** The product that applies the inner matrix first, then the outer one. */
export function times([a, b, c, d, e, f]: AffineMatrix, [A, B, C, D, E, F]: AffineMatrix): AffineMatrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function isIdentity(matrix: AffineMatrix): boolean {
  return [1, 0, 0, 1, 0, 0].every((value, index) => matrix[index] === value);
}

/** A number with nine significant digits: the scale of the drawing, which it is multiplied by, is not known here. */
export function exact(value: number): string {
  const rounded = Number(value.toPrecision(9));
  return Math.abs(rounded) < 1e-9 ? '0' : rounded.toFixed(9).replace(/\.?0+$/, '');
}

export interface Extent {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The bounding box of a path without its stroke; null for an empty path. */
export function extentOf(steps: readonly PathStep[]): Extent | null {
  const [xs, ys]: [number[], number[]] = [[], []];
  let [x, y] = [0, 0];
  for (const step of steps) {
    if (step.kind === 'close') continue;
    if (step.kind === 'curve') {
      for (const t of [...turns(x, step.x1, step.x2, step.x), ...turns(y, step.y1, step.y2, step.y)]) {
        xs.push(at(t, x, step.x1, step.x2, step.x));
        ys.push(at(t, y, step.y1, step.y2, step.y));
      }
    }
    [x, y] = [step.x, step.y];
    xs.push(x);
    ys.push(y);
  }
  if (xs.length === 0) return null;
  const least = (values: readonly number[]) =>
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (values: readonly number[]) =>
    values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const [left, top] = [least(xs), least(ys)];
  return { left, top, width: most(xs) - left, height: most(ys) - top };
}

/** The extrema of a cubic Bézier curve in one coordinate. */
function turns(p0: number, p1: number, p2: number, p3: number): number[] {
  const [a, b, c] = [p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const found = Math.abs(a) < 1e-12 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)];
  return found.filter((t) => t > 0 && t < 1);
}

function at(t: number, p0: number, p1: number, p2: number, p3: number): number {
  const u = 1 - t;
  return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
}
