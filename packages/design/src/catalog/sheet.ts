import type { DesignElementInput, DesignInput } from '@sello/contracts';
import { plainText } from '../elements/text/content.ts';

/** The drawings of the built-in templates are measured in CSS pixels of an A4 sheet: 1123 × 794. */
const points = 841.89 / 1123;
const a4 = { long: 841.89, short: 595.28 };
/** Distance from the top of a line of text to its baseline, in ems (see `text/layout.ts`). */
const ascent = 1.13 * (1 - 0.222);

/** The smallest font size, in pixels, that is set in the display cut of Newsreader. */
const displaySize = 30;

export const ink = '#1c1a17';
export const mute = '#6b655b';
export const paper = '#fffefa';
export const seal = '#c2401c';

type Text = Extract<DesignElementInput, { type: 'text' }>;
type Path = Extract<DesignElementInput, { type: 'path' }>;
type TextStyle = Partial<
  Omit<Text, 'type' | 'id' | 'x' | 'y' | 'width' | 'height' | 'paragraphs' | 'fontSize'>
>;

/** Builds the elements of one page: takes pixels, returns points. */
export class Sheet {
  readonly #elements: DesignElementInput[] = [];
  readonly #upright: boolean;
  #count = 0;

  constructor(orientation: 'landscape' | 'portrait') {
    this.#upright = orientation === 'portrait';
  }

  /**
   * Adds a text by its baseline. It shrinks to `minSize` (default: half its size) and wraps to at most `lines` lines.
   */
  text(
    content: string,
    at: { x: number; baseline: number; width: number; size: number; lines?: number; minSize?: number },
    style: TextStyle = {},
  ): this {
    const lines = at.lines ?? 1;
    const lineHeight = style.lineHeight ?? 1.16;
    const height = at.size * 1.13 * ((lines - 1) * lineHeight + 1);
    return this.textBox({
      type: 'text',
      id: this.#id(),
      x: at.x,
      // A box of several lines extends upwards from the last baseline, so that a single line stays next to its rule.
      y: at.baseline - ascent * at.size - (height - at.size * 1.13),
      width: at.width,
      height,
      paragraphs: plainText(content),
      fontFamily: at.size >= displaySize ? 'Newsreader Display' : 'Newsreader',
      fontSize: at.size,
      minFontSize: at.minSize ?? at.size / 2,
      fit: 'shrink',
      maxLines: lines,
      verticalAlign: 'bottom',
      fill: ink,
      ...style,
    });
  }

  rectangle(x: number, y: number, width: number, height: number, style: Partial<Path>): this {
    return this.#addShape({ type: 'rectangle', id: this.#id(), x, y, width, height, ...pick(style) });
  }

  /** Adds a horizontal rule centred on `y`. */
  rule(
    x: number,
    y: number,
    width: number,
    style: { stroke?: string; strokeWidth?: number; dash?: number[] } = {},
  ): this {
    const strokeWidth = style.strokeWidth ?? 0.8;
    return this.#addShape({
      type: 'line',
      id: this.#id(),
      x,
      y: y - strokeWidth / 2,
      width,
      height: strokeWidth,
      stroke: style.stroke ?? ink,
      strokeWidth,
      dash: style.dash ?? [],
    });
  }

  path(
    d: string,
    viewBox: Path['viewBox'],
    at: { x: number; y: number; width: number; height: number },
    style: Partial<Path>,
  ): this {
    return this.#addShape({ type: 'path', id: this.#id(), d, viewBox, ...at, ...style });
  }

  circle(cx: number, cy: number, radius: number, style: Partial<Path>): this {
    return this.#addShape({
      type: 'ellipse',
      id: this.#id(),
      x: cx - radius,
      y: cy - radius,
      width: 2 * radius,
      height: 2 * radius,
      ...pick(style),
    });
  }

  qr(x: number, y: number, side: number, fill: string = ink): this {
    return this.#addShape({
      type: 'qr',
      id: this.#id(),
      x,
      y,
      width: side,
      height: side,
      fill,
      quietZone: 0,
    });
  }

  /** Adds a text by its box. */
  textBox(text: Text): this {
    return this.#add(textInPoints({ align: 'left', lineHeight: 1.16, ...text }));
  }

  page(color: string = paper): DesignInput['pages'][number] {
    const [width, height] = this.#upright ? [a4.short, a4.long] : [a4.long, a4.short];
    return { id: 'page1', width, height, background: { color }, elements: this.#elements };
  }

  #addShape(element: DesignElementInput): this {
    return this.#add(toPoints(element));
  }

  #add(element: DesignElementInput): this {
    this.#elements.push(element);
    return this;
  }

  #id(): string {
    this.#count += 1;
    return `e${this.#count}`;
  }
}

/** The style properties that shapes without path data share with paths. */
function pick({ fill, stroke, strokeWidth, dash, opacity }: Partial<Path>) {
  const style = { fill, stroke, strokeWidth, dash, opacity };
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}

const scale = (value: number): number => Math.round(value * points * 1000) / 1000;

/** Converts an element's box and outline from pixels to points. */
function toPoints<Element extends DesignElementInput>(element: Element): Element {
  const scaled = { ...element };
  for (const side of ['x', 'y', 'width', 'height'] as const) scaled[side] = scale(element[side]);
  if ('strokeWidth' in scaled && scaled.strokeWidth !== undefined) {
    scaled.strokeWidth = scale(scaled.strokeWidth);
    if ('dash' in scaled && scaled.dash) scaled.dash = scaled.dash.map(scale);
  }
  return scaled;
}

/**
 * Converts a text to points. Font sizes are rounded to quarter points, as the editor shows them, so the box gets 1 pt
 * more.
 */
function textInPoints(text: Text): Text {
  const scaled = toPoints(text);
  scaled.fontSize = Math.round(text.fontSize * points * 4) / 4;
  if (text.minFontSize) scaled.minFontSize = Math.floor(text.minFontSize * points * 4) / 4;
  scaled.height = Math.ceil(scaled.height) + 1;
  return scaled;
}
