import { normalAngle, tidy } from '../geometry.ts';

/** An affine map: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export function multiply(m: Matrix, n: Matrix): Matrix {
  return {
    a: m.a * n.a + m.c * n.b,
    b: m.b * n.a + m.d * n.b,
    c: m.a * n.c + m.c * n.d,
    d: m.b * n.c + m.d * n.d,
    e: m.a * n.e + m.c * n.f + m.e,
    f: m.b * n.e + m.d * n.f + m.f,
  };
}

export const scaling = (x: number, y: number): Matrix => ({ a: x, b: 0, c: 0, d: y, e: 0, f: 0 });

/** Moves, then rotates by degrees clockwise. */
export function placing(x: number, y: number, angle: number): Matrix {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { a: cos, b: sin, c: -sin, d: cos, e: x, f: y };
}

export const slanting = (x: number, y: number): Matrix => ({
  ...{ a: 1, b: Math.tan((y * Math.PI) / 180), c: Math.tan((x * Math.PI) / 180), d: 1, e: 0, f: 0 },
});

export const apply = ({ a, b, c, d, e, f }: Matrix, x: number, y: number): { x: number; y: number } => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

export interface Parts {
  x: number;
  y: number;
  rotation: number;
  scaleX: number;
  scaleY: number;
  /** Mirrored, from top to bottom. */
  isFlipped: boolean;
  isSlanted: boolean;
}

/** A map as a place, a rotation, a flip and two scales; what is slanted is set upright. */
export function partsOf({ a, b, c, d, e, f }: Matrix): Parts {
  const scaleX = Math.hypot(a, b);
  const determinant = a * d - b * c;
  const scaleY = scaleX === 0 ? Math.hypot(c, d) : Math.abs(determinant) / scaleX;
  const rotation = scaleX === 0 ? 0 : (Math.atan2(b, a) * 180) / Math.PI;
  const slant = scaleX === 0 || scaleY === 0 ? 0 : Math.abs(a * c + b * d) / (scaleX * scaleY);
  return {
    ...{ x: tidy(e), y: tidy(f), rotation: normalAngle(rotation), scaleX, scaleY },
    ...{ isFlipped: determinant < 0, isSlanted: slant > 0.01 },
  };
}
