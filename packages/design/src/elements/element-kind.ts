import type { DesignElement, DesignElementInput, ElementOf, ElementType } from '@sello/contracts';
import type { Fonts } from '../text/face.ts';
import type { TextProblem } from '../text/pieces.ts';
import type { Bounds } from './bounds.ts';

/** A face that an element asks for; the nearest one of the family is taken. */
export interface FontRequest {
  family: string;
  weight: number;
  italic: boolean;
}

/** As an image is seen, in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** A content with its variables printed. */
export interface PrintedText {
  text: string;
  /** It has variables, and every one of them printed empty. */
  empty: boolean;
}

export interface MeasureContext {
  fonts: Fonts;
  image(assetId: string): ImageSize;
  /** The element has variables, and every one of them printed empty. */
  empty: boolean;
}

/** Why an element must not print, and in which of its `texts`. */
export interface MeasureProblem {
  problem: TextProblem;
  text: number;
}

/** Something a person may want to see before issuing; it does not keep the element from printing. */
export type MeasureWarning =
  | { kind: 'shrunk'; fontSize: number; from: number }
  | { kind: 'overflows'; by: number };

export interface Measured<Layout> {
  layout: Layout;
  problems: readonly MeasureProblem[];
}

/**
 * Everything a type of element can do that needs neither a PDF nor a screen. Whoever walks a design asks these and
 * never for the type, so that a new one is complete when this value and its painter exist.
 */
export interface ElementKind<Element extends DesignElement = DesignElement, Layout = unknown> {
  type: Element['type'];
  /** The texts in which `{{variable}}` may stand. One that does makes the element a part of each certificate's tail. */
  texts(element: Element): readonly string[];
  /** The element with each of its `texts` replaced by what `print` answers for it. */
  fill(element: Element, print: (content: string) => string): Element;
  /** The faces its texts are set in. */
  fonts(element: Element): readonly FontRequest[];
  /** The stored images it prints, by asset id. */
  assets(element: Element): readonly string[];
  children(element: Element): readonly DesignElement[];
  withChildren(element: Element, children: DesignElement[]): Element;
  /** The largest area it can paint, in its parent's coordinates, rotation and stroke included. */
  bounds(element: Element): Bounds;
  /** Its cost in letters of set text, beyond the fixed cost of any element. Children are counted separately. */
  cost(element: Element): number;
  /** Errors of the element itself, whatever it is filled with; unknown families are found by `fonts`. */
  problems(element: Element): readonly unknown[];
  /** Lays out a filled element within its box, before rotation. Null when nothing of it prints. */
  measure(element: Element, context: MeasureContext): Measured<Layout> | null;
  /** What is worth seeing in the layout of an element. */
  warnings(element: Element, layout: Layout): readonly MeasureWarning[];
  /** A new one, as it is put on a page. */
  sample(id: string): DesignElementInput & { type: Element['type'] };
}

/** Declares a type of element; `type` decides what everything else is about. */
export function defineElement<Type extends ElementType, Layout>(
  kind: { type: Type } & ElementKind<ElementOf<Type>, Layout>,
): ElementKind<ElementOf<Type>, Layout> {
  return kind;
}

export const none = (): readonly never[] => [];
export const noCost = (): number => 0;

/** An element that holds no others. */
export const leaf = { children: none, withChildren: <Element>(element: Element): Element => element };

/** An element without variables. */
export const fixed = { texts: none, fill: <Element>(element: Element): Element => element };

/** What is drawn is the box itself. */
export const wholeBox: Measured<null> = { layout: null, problems: [] };
