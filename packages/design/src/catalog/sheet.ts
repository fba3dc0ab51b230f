import type { DesignElementInput, DesignInput } from '@sello/contracts';
import { plainText } from '../elements/text/content.ts';

/** The drawings of the built-in templates are measured in CSS pixels of an A4 sheet: 1123 × 794. */
const points = 841.89 / 1123;
const a4 = { long: 841.89, short: 595.28 };
/** Ascent and descent of both cuts of Newsreader, in ems; a test holds them against the fonts. */
export const newsreader = { ascent: 0.735, descent: 0.265 };
/** Line heights of one line, whose base line then moves little when it shrinks, and of several. */
const lineHeights = { one: 0.97, several: 1.31 };
/**
 * The drawings were placed by lines of 1.13 × size, with a quarter of an em below the base line, in boxes rounded up to
 * whole points below the text. What was measured so stays where it stands.
 */
const drawn = { line: 1.13, pitch: 1.13 * 1.16, below: 1.13 * 0.222 };

/** Distance from the base line of a line of text to its lower edge, in ems (see `text/metrics.ts`). */
function belowBaseline(lineHeight: number): number {
  const { ascent, descent } = newsreader;
  return (lineHeight - (ascent + descent)) / 2 + descent;
}

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
    const lineHeight = style.lineHeight ?? (lines === 1 ? lineHeights.one : lineHeights.several);
    const fontSize = quarterPoints(at.size * points);
    const asDrawn = (at.size * drawn.line + (lines - 1) * at.size * drawn.pitch) * points;
    // A box of several lines extends upwards from the last baseline, so that a single line stays next to its rule.
    const bottom = at.baseline * points + drawn.below * at.size * points + Math.ceil(asDrawn) - asDrawn + 1;
    const height = Math.ceil(lines * lineHeight * fontSize) + 1;
    return this.#add({
      type: 'text',
      id: this.#id(),
      x: scale(at.x),
      y: thousandths(bottom + (belowBaseline(lineHeight) - drawn.below) * fontSize - height),
      width: scale(at.width),
      height,
      paragraphs: plainText(content),
      fontFamily: at.size >= displaySize ? 'Newsreader Display' : 'Newsreader',
      fontSize,
      minFontSize: minimumSize(at.minSize ?? at.size / 2),
      fit: 'shrink',
      maxLines: lines,
      verticalAlign: 'bottom',
      fill: ink,
      lineHeight,
      align: 'left',
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

  /** An image of the organization, which prints nothing where it has none. */
  image(name: string, x: number, y: number, width: number, height: number): this {
    return this.#addShape({
      ...{ type: 'image', id: this.#id(), x, y, width, height, source: { kind: 'variable', name } },
    });
  }

  /** Adds a text by its box. */
  textBox(text: Text): this {
    return this.#add(textInPoints({ align: 'left', lineHeight: lineHeights.one, ...text }));
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

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;
const scale = (value: number): number => thousandths(value * points);
/** Font sizes are rounded to quarter points, as the editor shows them. */
const quarterPoints = (size: number): number => Math.round(size * 4) / 4;
const minimumSize = (size: number): number => Math.floor(size * points * 4) / 4;

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

/** Converts a text to points; its box gets 1 pt more, as sizes are rounded. */
function textInPoints(text: Text): Text {
  const scaled = toPoints(text);
  scaled.fontSize = quarterPoints(text.fontSize * points);
  if (text.minFontSize) scaled.minFontSize = minimumSize(text.minFontSize);
  scaled.height = Math.ceil(scaled.height) + 1;
  return scaled;
}
