import type { RectangleElement } from '@sello/contracts';
import type { Frame } from './content.ts';
import { colorOperands, real } from './syntax.ts';

/** Distance of the control points of a cubic Bézier quarter circle, as a fraction of its radius. */
const arc = 0.5522847498;
const caps = { butt: 0, round: 1, square: 2 } as const;
const joins = { miter: 0, round: 1, bevel: 2 } as const;

export type Outline = Pick<
  RectangleElement,
  'stroke' | 'strokeWidth' | 'dash' | 'lineCap' | 'lineJoin' | 'width' | 'height'
>;

function outlineState(of: Outline): string {
  // A dash pattern must not be all zeros, also not after rounding (ISO 32000-1, 8.4.3.6).
  const dash = of.dash.some((length) => real(length) !== '0') ? of.dash : [];
  return [
    `${colorOperands(of.stroke as string)} RG ${real(of.strokeWidth)} w`,
    of.lineCap === 'butt' ? '' : ` ${caps[of.lineCap]} J`,
    of.lineJoin === 'miter' ? '' : ` ${joins[of.lineJoin]} j`,
    dash.length > 0 ? ` [${dash.map(real).join(' ')}]0 d` : '',
  ].join('');
}

/** The operators that fill a path and then stroke it, as the canvas does; empty without fill and stroke. */
export function fillAndStroke(of: Outline & { fill?: string | null }, path: string, evenOdd = false): string {
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

/** Whether fill and stroke overlap: below full opacity the inner half of the stroke would show over the fill. */
export function isFilledAndOutlined({
  fill,
  stroke,
  strokeWidth,
}: Pick<RectangleElement, 'fill' | 'stroke' | 'strokeWidth'>): boolean {
  return fill !== null && stroke !== null && strokeWidth > 0;
}

/** An outline sets line width, dash, caps and joins, which the next element must not inherit. */
export function isOutlined({ stroke }: Pick<Outline, 'stroke'>): boolean {
  return stroke !== null;
}

export function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
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
