import type { AffineMatrix } from '../../content.ts';
import { colorOperands } from '../../syntax.ts';
import { UnreadableImage } from '../image.ts';
import { colorOf } from './colors.ts';
import { type Extent, exact, matrixOf, times } from './geometry.ts';
import type { Markup } from './markup.ts';
import type { Style } from './style.ts';

/** A gradient as a shading (ISO 32000-1, 8.7.4.5) and the matrix from its coordinates to those of the shape. */
export interface Gradient {
  shading: string;
  matrix: AffineMatrix;
}

export interface GradientSource {
  /** Elements by id. */
  byId: ReadonlyMap<string, Markup>;
  styleOf(element: Markup): Style;
}

const mostLinks = 16;

/** Reads a gradient of SVG 2, 14, for a shape of this extent. Throws UnreadableImage for what a shading cannot show. */
export function gradientOf(element: Markup, extent: Extent, source: GradientSource): Gradient {
  const chain = linked(element, source);
  const given = (name: string) => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
  if ((given('spreadMethod') ?? 'pad') !== 'pad') throw new UnreadableImage('svg_gradient_repeats');
  const isShare = given('gradientUnits') !== 'userSpaceOnUse';
  const place = (name: string, otherwise: string) => {
    const text = given(name) ?? otherwise;
    const value = Number.parseFloat(text);
    return text.trim().endsWith('%') ? value / 100 : value;
  };
  const stops = stopsOf(
    chain.find(({ children }) => children.some(({ name }) => name === 'stop')),
    source,
  );
  const coordinates =
    element.name === 'linearGradient'
      ? [place('x1', '0%'), place('y1', '0%'), place('x2', '100%'), place('y2', '0%')]
      : radial(place('cx', '50%'), place('cy', '50%'), place('r', '50%'), given, place);
  const box: AffineMatrix = isShare
    ? [extent.width, 0, 0, extent.height, extent.left, extent.top]
    : [1, 0, 0, 1, 0, 0];
  return {
    shading:
      `<</ShadingType ${element.name === 'linearGradient' ? 2 : 3}/ColorSpace/DeviceRGB/Extend[true true]` +
      `/Coords[${coordinates.map(exact).join(' ')}]/Function${functionOf(stops)}>>`,
    matrix: times(matrixOf(given('gradientTransform')), box),
  };
}

function radial(
  cx: number,
  cy: number,
  r: number,
  given: (name: string) => string | undefined,
  place: (name: string, otherwise: string) => number,
): number[] {
  const fx = given('fx') === undefined ? cx : place('fx', '0');
  const fy = given('fy') === undefined ? cy : place('fy', '0');
  return [fx, fy, 0, cx, cy, r];
}

/** A gradient and the gradients it inherits attributes from by reference. */
function linked(element: Markup, { byId }: GradientSource): Markup[] {
  const chain = [element];
  for (;;) {
    const last = chain.at(-1) as Markup;
    const reference = last.attributes.get('href') ?? last.attributes.get('xlink:href');
    if (reference === undefined) return chain;
    const next = byId.get(reference.replace('#', ''));
    if (!reference.startsWith('#') || !next)
      throw new UnreadableImage('svg_reference', { name: reference.slice(0, 40) });
    if (chain.includes(next) || chain.length > mostLinks) {
      throw new UnreadableImage('svg_circular', { name: reference.slice(0, 40) });
    }
    chain.push(next);
  }
}

interface Stop {
  at: number;
  color: string;
}

function stopsOf(holder: Markup | undefined, { styleOf }: GradientSource): Stop[] {
  const stops: Stop[] = [];
  for (const stop of holder?.children.filter(({ name }) => name === 'stop') ?? []) {
    const style = styleOf(stop);
    const text = stop.attributes.get('offset') ?? '0';
    const share = Number.parseFloat(text) / (text.trim().endsWith('%') ? 100 : 1);
    const { color, alpha } = colorOf(style.get('stop-color') ?? 'black');
    if (alpha * Number(style.get('stop-opacity') ?? 1) < 1) {
      throw new UnreadableImage('svg_gradient_clear');
    }
    const at = Math.max(stops.at(-1)?.at ?? 0, Math.min(1, Math.max(0, share || 0)));
    stops.push({ at, color });
  }
  if (stops.length === 0) throw new UnreadableImage('svg_gradient_blank');
  return stops;
}

/** The colours between the stops as a stitching function (7.10.4). */
function functionOf(stops: readonly Stop[]): string {
  const [first, last] = [stops[0] as Stop, stops.at(-1) as Stop];
  const all = [{ ...first, at: 0 }, ...stops, { ...last, at: 1 }].filter(
    (stop, index, list) => index === 0 || stop.at > (list[index - 1] as Stop).at || index < list.length - 1,
  );
  const pieces: string[] = [];
  const bounds: number[] = [];
  for (let index = 1; index < all.length; index += 1) {
    const [from, to] = [all[index - 1] as Stop, all[index] as Stop];
    if (to.at <= from.at) continue;
    if (pieces.length > 0) bounds.push(from.at);
    pieces.push(
      `<</FunctionType 2/Domain[0 1]/N 1/C0[${colorOperands(from.color)}]/C1[${colorOperands(to.color)}]>>`,
    );
  }
  const encode = pieces.map(() => '0 1').join(' ');
  return `<</FunctionType 3/Domain[0 1]/Functions[${pieces.join('')}]/Bounds[${bounds.map(exact).join(' ')}]/Encode[${encode}]>>`;
}
