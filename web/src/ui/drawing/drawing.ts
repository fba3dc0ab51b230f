import { designLimits, type PathElement } from '@sello/contracts';

interface Point {
  x: number;
  y: number;
}

/** A sample of a pointer, in any unit of length. `pressure` 0 to 1; 0 and 0.5 throughout are none, as of a mouse. */
export interface PointerSample extends Point {
  pressure: number;
}

export interface Pen {
  /** The width of the line in the unit of the samples. */
  width: number;
  /** `#RRGGBB`. */
  color: string;
}

/** What a path element draws, in the unit of the samples: its box has the size of the view box. */
export type Drawing = Pick<
  PathElement,
  'd' | 'viewBox' | 'fill' | 'fillRule' | 'stroke' | 'strokeWidth' | 'lineCap' | 'lineJoin'
>;

/** The length that path data of a drawing has at most; a signature of a few seconds has a tenth of it. */
const longestPath = Math.min(100_000, designLimits.pathLength);
const mostSamples = 20_000;
const mostStrokes = 500;
/** Characters of one curve in path data, at most on average. */
const perCurve = 45;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The points of a stroke that lie apart, each smoothed with its neighbours. Its ends stay. */
function smoothed(stroke: readonly PointerSample[], apart: number): PointerSample[] {
  const kept: PointerSample[] = [];
  for (const sample of stroke) {
    const last = kept.at(-1);
    if (!last || distance(last, sample) >= apart) kept.push(sample);
  }
  const end = stroke.at(-1);
  if (end && kept.length > 1 && kept.at(-1) !== end) kept[kept.length - 1] = end;
  return kept.map((sample, index) => {
    const [before, after] = [kept[index - 1], kept[index + 1]];
    if (!before || !after) return sample;
    const mean = (name: keyof PointerSample) => (before[name] + 2 * sample[name] + after[name]) / 4;
    return { x: mean('x'), y: mean('y'), pressure: mean('pressure') };
  });
}

/** The points without those that lie within `tolerance` of the line between others (Ramer, Douglas, Peucker). */
function simplified(points: readonly PointerSample[], tolerance: number): PointerSample[] {
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  keep[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    const [a, b] = [points[first] as PointerSample, points[last] as PointerSample];
    const length = distance(a, b);
    let [farthest, at] = [tolerance, -1];
    for (let index = first + 1; index < last; index += 1) {
      const point = points[index] as PointerSample;
      const off =
        length === 0
          ? distance(a, point)
          : Math.abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / length;
      if (off > farthest) [farthest, at] = [off, index];
    }
    if (at < 0) continue;
    keep[at] = 1;
    open.push([first, at], [at, last]);
  }
  return points.filter((_, index) => keep[index] === 1);
}

const written = (value: number): string => String(Math.round(value * 100) / 100 + 0);
const pair = ({ x, y }: Point): string => `${written(x)} ${written(y)}`;

/** Curves through points, in the shape of Catmull and Rom; without the move to the first. */
function curvesThrough(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((to, index) => {
      const from = points[index] as Point;
      const before = points[index - 1] ?? from;
      const after = points[index + 2] ?? to;
      const first = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
      const second = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
      return `C${pair(first)} ${pair(second)} ${pair(to)}`;
    })
    .join('');
}

function circle({ x, y }: Point, radius: number): string {
  const [r, twice] = [written(radius), written(radius * 2)];
  return `M${written(x - radius)} ${written(y)}a${r} ${r} 0 1 0 ${twice} 0a${r} ${r} 0 1 0 -${twice} 0Z`;
}

/** The outline of a stroke whose width follows the pressure. */
function outlineOf(points: readonly PointerSample[], pen: Pen): string {
  const radius = ({ pressure }: PointerSample) => (pen.width / 2) * (0.35 + 1.3 * pressure);
  const [first] = points;
  if (!first) return '';
  if (points.length === 1) return circle(first, radius(first));
  const side = (sign: 1 | -1): Point[] =>
    points.map((point, index) => {
      const [before, after] = [points[index - 1] ?? point, points[index + 1] ?? point];
      const length = distance(before, after) || 1;
      const by = (sign * radius(point)) / length;
      return { x: point.x - (after.y - before.y) * by, y: point.y + (after.x - before.x) * by };
    });
  const [left, right] = [side(1), side(-1).reverse()];
  const last = points.at(-1) as PointerSample;
  const round = (of: PointerSample, to: Point) =>
    `A${written(radius(of))} ${written(radius(of))} 0 0 0 ${pair(to)}`;
  const [start, back] = [left[0] as Point, right[0] as Point];
  return `M${pair(start)}${curvesThrough(left)}${round(last, back)}${curvesThrough(right)}${round(first, start)}Z`;
}

/** A stroke as a line; the round ends of a short one make a dot. */
const lineOf = (points: readonly PointerSample[]): string =>
  `M${pair(points[0] as Point)}${points.length === 1 ? 'l0.01 0' : curvesThrough(points)}`;

/** Whether a device said how hard it was pressed, and not the one value that stands for "unknown". */
function hasPressure(strokes: readonly (readonly PointerSample[])[]): boolean {
  const all = strokes.flat();
  return all.some(({ pressure }) => Math.abs(pressure - (all[0]?.pressure ?? 0)) > 0.01);
}

const isSample = ({ x, y, pressure }: PointerSample): boolean => [x, y, pressure].every(Number.isFinite);

/**
 * A drawn signature as path data: the strokes smoothed into curves, filled outlines where the device knows the pressure
 * and lines otherwise. The path is at most 100,000 characters long: of a longer drawing fewer points are kept, of more than
 * 500 strokes the first. Null when nothing was drawn.
 */
export function drawingOf(strokes: readonly (readonly PointerSample[])[], pen: Pen): Drawing | null {
  let room = mostSamples;
  const read = strokes
    .slice(0, mostStrokes)
    .map((stroke) => {
      const samples = stroke.filter(isSample).slice(0, room);
      room -= samples.length;
      return samples.map((sample) => ({ ...sample, pressure: Math.min(Math.max(0, sample.pressure), 1) }));
    })
    .filter((stroke) => stroke.length > 0);
  if (read.length === 0) return null;
  const isPressed = hasPressure(read);
  const mostPoints = longestPath / perCurve / (isPressed ? 2 : 1);
  const curves = read.map((stroke) => smoothed(stroke, pen.width / 8));
  let tolerance = pen.width / 12;
  let points = curves.map((stroke) => simplified(stroke, tolerance));
  while (points.reduce((sum, { length }) => sum + length, 0) > mostPoints) {
    tolerance *= 2;
    points = points.map((stroke) => simplified(stroke, tolerance));
  }
  const d = points.map((stroke) => (isPressed ? outlineOf(stroke, pen) : lineOf(stroke))).join('');
  const margin = pen.width * (isPressed ? 0.85 : 0.5);
  const all = points.flat();
  const [left, top] = [Math.min(...xs(all)) - margin, Math.min(...ys(all)) - margin];
  const [right, bottom] = [Math.max(...xs(all)) + margin, Math.max(...ys(all)) + margin];
  const side = (value: number): number => Math.round(value * 100) / 100;
  return {
    ...{ d, viewBox: [side(left), side(top), side(right - left), side(bottom - top)] },
    ...{ fill: isPressed ? pen.color : null, fillRule: 'nonzero' },
    ...{ stroke: isPressed ? null : pen.color, strokeWidth: pen.width, lineCap: 'round', lineJoin: 'round' },
  };
}

const xs = (points: readonly Point[]): number[] => points.map(({ x }) => x);
const ys = (points: readonly Point[]): number[] => points.map(({ y }) => y);
