import type { RectangleElement } from '@sello/contracts';
import type { Context } from './painter.ts';

/** Distance of the control points of a cubic Bézier quarter circle, as a fraction of its radius; as in the PDF. */
const arc = 0.5522847498;

/** Lengths in points below it are written as 0 in the PDF; a pattern of such lengths is no dash. */
const shortest = 0.000_5;

type Outline = Pick<RectangleElement, 'stroke' | 'strokeWidth' | 'dash' | 'lineCap' | 'lineJoin'>;

const isDashed = ({ dash }: Pick<Outline, 'dash'>): boolean => dash.some((length) => length >= shortest);

/**
 * Closes a path that began at `x`, `y`. Readers of PDF end a dashed outline where it began; the canvas would join the
 * last dash to the first.
 */
export function close(path: Path2D, of: Pick<Outline, 'dash'>, x: number, y: number): void {
  if (isDashed(of)) path.lineTo(x, y);
  else path.closePath();
}

const solid = { dash: [] };

/** Fills a path and then strokes it. */
export function fillAndStroke(
  ctx: Context,
  of: Outline & { fill?: string | null },
  path: Path2D,
  rule: CanvasFillRule = 'nonzero',
): void {
  if (of.fill) {
    ctx.fillStyle = of.fill;
    ctx.fill(path, rule);
  }
  if (of.stroke === null || of.strokeWidth === 0) return;
  ctx.strokeStyle = of.stroke;
  ctx.lineWidth = of.strokeWidth;
  ctx.lineCap = of.lineCap;
  ctx.lineJoin = of.lineJoin;
  ctx.miterLimit = 10;
  ctx.setLineDash(isDashed(of) ? of.dash : []);
  ctx.stroke(path);
}

export function ellipsePath(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  of: Pick<Outline, 'dash'> = solid,
): Path2D {
  const [kx, ky] = [rx * arc, ry * arc];
  const path = new Path2D();
  path.moveTo(cx + rx, cy);
  path.bezierCurveTo(cx + rx, cy - ky, cx + kx, cy - ry, cx, cy - ry);
  path.bezierCurveTo(cx - kx, cy - ry, cx - rx, cy - ky, cx - rx, cy);
  path.bezierCurveTo(cx - rx, cy + ky, cx - kx, cy + ry, cx, cy + ry);
  path.bezierCurveTo(cx + kx, cy + ry, cx + rx, cy + ky, cx + rx, cy);
  close(path, of, cx + rx, cy);
  return path;
}

/** A rectangle with its corner at `left`, `top`; dashes begin where those of the PDF begin. */
export function rectanglePath(
  left: number,
  top: number,
  width: number,
  height: number,
  radius = 0,
  of: Pick<Outline, 'dash'> = solid,
): Path2D {
  const path = new Path2D();
  const [right, bottom] = [left + width, top + height];
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) {
    path.moveTo(left, bottom);
    path.lineTo(right, bottom);
    path.lineTo(right, top);
    path.lineTo(left, top);
    close(path, of, left, bottom);
    return path;
  }
  const k = r * (1 - arc);
  path.moveTo(left + r, top);
  path.lineTo(right - r, top);
  path.bezierCurveTo(right - k, top, right, top + k, right, top + r);
  path.lineTo(right, bottom - r);
  path.bezierCurveTo(right, bottom - k, right - k, bottom, right - r, bottom);
  path.lineTo(left + r, bottom);
  path.bezierCurveTo(left + k, bottom, left, bottom - k, left, bottom - r);
  path.lineTo(left, top + r);
  path.bezierCurveTo(left, top + k, left + k, top, left + r, top);
  close(path, of, left + r, top);
  return path;
}
