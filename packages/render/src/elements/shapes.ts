import type { EllipseElement, LineElement, PathElement, RectangleElement } from '@sello/contracts';
import { parsePath } from '@sello/design';
import { colorOperands, real } from '../pdf/syntax.ts';
import type { Frame, Paint } from './paint.ts';

/** Distance of the control points of a quarter circle, as a part of its radius. */
const arc = 0.5522847498;
const caps = { butt: 0, round: 1, square: 2 } as const;
const joins = { miter: 0, round: 1, bevel: 2 } as const;

type Outline = Pick<
  RectangleElement,
  'stroke' | 'strokeWidth' | 'dash' | 'lineCap' | 'lineJoin' | 'width' | 'height'
>;

function outlineState(of: Outline): string {
  const dash = of.dash.some((length) => length > 0) ? of.dash : [];
  return [
    `${colorOperands(of.stroke as string)} RG ${real(of.strokeWidth)} w`,
    of.lineCap === 'butt' ? '' : ` ${caps[of.lineCap]} J`,
    of.lineJoin === 'miter' ? '' : ` ${joins[of.lineJoin]} j`,
    dash.length > 0 ? ` [${dash.map(real).join(' ')}]0 d` : '',
  ].join('');
}

/** Fill first, then the outline over it, as the canvas does; with neither nothing is written. */
function fillAndStroke(of: Outline & { fill?: string | null }, path: string, evenOdd = false): string {
  const parts: string[] = [];
  const strokes = of.stroke !== null && of.strokeWidth > 0;
  if (of.fill) parts.push(`${colorOperands(of.fill)} rg`);
  if (strokes) parts.push(outlineState(of));
  if (of.fill && strokes) parts.push(`${path} ${evenOdd ? 'B*' : 'B'}`);
  else if (of.fill) parts.push(`${path} ${evenOdd ? 'f*' : 'f'}`);
  else if (strokes) parts.push(`${path} S`);
  else return '';
  return parts.join('\n');
}

function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * arc, ry * arc];
  return [
    `${real(cx + rx)} ${real(cy)} m`,
    `${[cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry].map(real).join(' ')} c`,
    `${[cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy].map(real).join(' ')} c`,
    `${[cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry].map(real).join(' ')} c`,
    `${[cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy].map(real).join(' ')} c h`,
  ].join('\n');
}

export function rectanglePath(frame: Frame, width: number, height: number, radius: number): string {
  const [left, right, top, bottom] = [frame.x, frame.x + width, frame.y, frame.y - height];
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return `${real(left)} ${real(bottom)} ${real(width)} ${real(height)} re`;
  const k = r * (1 - arc);
  return [
    `${real(left + r)} ${real(top)} m ${real(right - r)} ${real(top)} l`,
    `${[right - k, top, right, top - k, right, top - r].map(real).join(' ')} c`,
    `${real(right)} ${real(bottom + r)} l`,
    `${[right, bottom + k, right - k, bottom, right - r, bottom].map(real).join(' ')} c`,
    `${real(left + r)} ${real(bottom)} l`,
    `${[left + k, bottom, left, bottom + k, left, bottom + r].map(real).join(' ')} c`,
    `${real(left)} ${real(top - r)} l`,
    `${[left, top - k, left + k, top, left + r, top].map(real).join(' ')} c h`,
  ].join('\n');
}

export const paintRectangle: Paint<RectangleElement> = (element, frame) =>
  fillAndStroke(element, rectanglePath(frame, element.width, element.height, element.cornerRadius));

export const paintEllipse: Paint<EllipseElement> = (element, frame) => {
  const [rx, ry] = [element.width / 2, element.height / 2];
  return fillAndStroke(element, ellipsePath(frame.x + rx, frame.y - ry, rx, ry));
};

export const paintLine: Paint<LineElement> = (element, frame) => {
  const y = real(frame.y - element.height / 2);
  return fillAndStroke(element, `${real(frame.x)} ${y} m ${real(frame.x + element.width)} ${y} l`);
};

export const paintPath: Paint<PathElement> = (element, frame) => {
  const [minX, minY, width, height] = element.viewBox;
  const [scaleX, scaleY] = [element.width / width, element.height / height];
  const point = (x: number, y: number) =>
    `${real(frame.x + (x - minX) * scaleX)} ${real(frame.y - (y - minY) * scaleY)}`;
  const path = parsePath(element.d).map((step) => {
    if (step.kind === 'close') return 'h';
    if (step.kind === 'curve') {
      return `${point(step.x1, step.y1)} ${point(step.x2, step.y2)} ${point(step.x, step.y)} c`;
    }
    return `${point(step.x, step.y)} ${step.kind === 'move' ? 'm' : 'l'}`;
  });
  return path.length === 0 ? '' : fillAndStroke(element, path.join('\n'), element.fillRule === 'evenodd');
};
