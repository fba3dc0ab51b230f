import type { DesignElementInput, DesignInput } from '@sello/contracts';
import type { PageSize } from '../blocks/block.ts';
import { onPlate } from '../blocks/lettering.ts';
import { type Content, type TextStyle, type Typeset, typeset } from '../blocks/typeset.ts';
import { hasVariables } from '../contents.ts';
import { logoVariable } from '../variables.ts';

export const a4Landscape = { width: 841.89, height: 595.28 };
export const a4Portrait = { width: 595.28, height: 841.89 };
export const letterLandscape = { width: 792, height: 612 };
export const letterPortrait = { width: 612, height: 792 };
export const square = { width: 595.28, height: 595.28 };

type Path = Extract<DesignElementInput, { type: 'path' }>;
type ShapeStyle = Partial<
  Pick<Path, 'fill' | 'stroke' | 'strokeWidth' | 'dash' | 'lineCap' | 'rotation' | 'fillRule'>
>;

/** A photograph differs as a text with a variable does; the logo is part of what all certificates share. */
const photograph = /"name":"student\./;
const isVaried = (element: DesignElementInput): boolean => {
  const data = JSON.stringify(element);
  return hasVariables(data) || photograph.test(data);
};
const shapes = new Set(['rectangle', 'ellipse', 'line', 'path']);

/** Draws one page of a built-in template in points, in reading order. */
export class DrawingPage {
  readonly #elements: DesignElementInput[] = [];
  readonly #id: string;
  readonly #size: PageSize;
  #count = 0;

  constructor(id: string, size: PageSize) {
    this.#id = id;
    this.#size = size;
  }

  /** A new id of this page. */
  readonly ids = (): string => {
    this.#count += 1;
    return `${this.#id}-${this.#count}`;
  };

  add(...elements: DesignElementInput[]): this {
    this.#elements.push(...elements);
    return this;
  }

  text(content: Content, at: Typeset, style: TextStyle = {}): this {
    return this.add(typeset(this.ids(), content, at, style));
  }

  rectangle(x: number, y: number, width: number, height: number, style: ShapeStyle): this {
    return this.add({
      type: 'rectangle',
      id: this.ids(),
      x,
      y,
      width,
      height,
      ...style,
    } as DesignElementInput);
  }

  /** A horizontal line whose upper edge is at `y`. */
  line(x: number, y: number, width: number, stroke: string, strokeWidth = 0.7): this {
    return this.add({ type: 'line', id: this.ids(), x, y, width, height: strokeWidth, stroke, strokeWidth });
  }

  circle(cx: number, cy: number, radius: number, style: ShapeStyle): this {
    const box = { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius };
    return this.add({ type: 'ellipse', id: this.ids(), ...box, ...style } as DesignElementInput);
  }

  /** Path data in points of the page. */
  path(d: string, style: ShapeStyle): this {
    const { width, height } = this.#size;
    const box = { x: 0, y: 0, width, height, viewBox: [0, 0, width, height] as Path['viewBox'] };
    return this.add({ type: 'path', id: this.ids(), d, ...box, ...style });
  }

  /**
   * The organization's logo, on a plate of paper where the ground is dark; it prints nothing without one, and the
   * organization's name describes it.
   */
  logo(x: number, y: number, width: number, height: number, plate?: string): this {
    const source = { kind: 'variable', name: logoVariable } as const;
    const image = { type: 'image' as const, id: this.ids(), x, y, width, height, source };
    return this.add(plate === undefined ? image : onPlate(this.ids, image, plate));
  }

  /**
   * What is the same on all certificates is painted first, so that it is stored once in their common prefix; the
   * reading order stays that in which it was drawn.
   */
  done(color: string): DesignInput['pages'][number] {
    const fixed = this.#elements.filter((element) => !isVaried(element));
    const varied = this.#elements.filter(isVaried);
    const read = this.#elements.filter(({ type }) => !shapes.has(type));
    return {
      ...{ id: this.#id, ...this.#size, background: { color }, elements: [...fixed, ...varied] },
      readingOrder: read.map(({ id }) => id),
    };
  }
}
