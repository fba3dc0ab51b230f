import type {
  DesignElement,
  DesignElementInput,
  ElementOf,
  ElementType,
  ImageElement,
} from '@sello/contracts';
import { hasVariables } from '../contents.ts';
import type { Fonts } from '../text/face.ts';
import type { FilledText } from '../text/isolates.ts';
import type { TextProblem } from '../text/pieces.ts';
import type { TextSetting } from '../text/styles.ts';
import type { Bounds } from './bounds.ts';

/** A font face that an element requests; the closest face of the family is used. */
export interface FontRequest {
  family: string;
  weight: number;
  italic: boolean;
}

/** Size of an image in pixels, after its Exif orientation is applied. */
export interface ImageSize {
  width: number;
  height: number;
}

/** A content whose variables are replaced by their values; `values` are those that are not empty. */
export interface PrintedText extends FilledText {
  /** The content has variables, and all of their values are empty. */
  empty: boolean;
}

export interface MeasureContext {
  fonts: Fonts;
  setting: TextSetting;
  /** Null when a variable names the image and the certificate has none. */
  image(source: ImageElement['source']): ImageSize | null;
  /** Whether the certificate is signed. */
  signed: boolean;
}

/** An error that prevents an element from being printed; `text` is the index into its `texts`. */
export interface MeasureProblem {
  problem: TextProblem;
  text: number;
}

/** Something to review before issuing that does not prevent printing. Sizes in points. */
export type MeasureWarning =
  | { kind: 'shrunk'; fontSize: number; from: number }
  | { kind: 'overflows'; by: number };

/** How the value of a variable is typed in a form: on a line, on several, or as the rows of a table. */
export type ValueEntry =
  | { as: 'line' | 'lines' }
  | { as: 'rows'; rowSeparator: string; columnSeparator: string; columns: readonly string[] };

export interface Measured<Layout> {
  layout: Layout;
  problems: readonly MeasureProblem[];
}

/**
 * The behaviour of one element type that depends on neither PDF nor screen. Code that traverses a design calls these
 * methods and never compares `type`, so a new type needs only this value and its painter.
 */
export interface ElementKind<Element extends DesignElement = DesignElement, Layout = unknown> {
  type: Element['type'];
  /** The texts that may contain `{{variable}}`. */
  texts(element: Element): readonly string[];
  /** A copy of the element with each of its `texts` replaced by the result of `print`. */
  fill(element: Element, print: (content: string) => string): Element;
  /**
   * The filled element with the values in its texts isolated from each other and from the words around them, for
   * layout; `printed` has each of its `texts`. Absent for texts that are read by machines. `locale` is that of the design.
   */
  isolate?(filled: Element, printed: readonly FilledText[], locale: string): Element;
  /** How values of the variables in its texts are typed. */
  entry(element: Element): ValueEntry;
  /** Whether certificates of one design print it differently, so that it is written to each certificate's tail. */
  varies(element: Element): boolean;
  /** The font faces that its texts use. */
  fonts(element: Element): readonly FontRequest[];
  /** The stored images it prints, by asset id. */
  assets(element: Element): readonly string[];
  /** The names of the variables whose images it prints. */
  imageVariables(element: Element): readonly string[];
  children(element: Element): readonly DesignElement[];
  withChildren(element: Element, children: DesignElement[]): Element;
  /** The largest area it can paint, in its parent's coordinates, rotation and stroke included. */
  bounds(element: Element): Bounds;
  /**
   * Its cost relative to one letter of laid-out text, beyond the fixed cost of any element. Children are counted
   * separately.
   */
  cost(element: Element): number;
  /**
   * Errors that do not depend on values, such as invalid path data; unknown font families are found through `fonts`.
   */
  problems(element: Element): readonly unknown[];
  /** Lays out a filled element within its box, in points, before rotation. Null when there is nothing to print. */
  measure(element: Element, context: MeasureContext): Measured<Layout> | null;
  /** Warnings about a layout that `measure` returned. */
  warnings(element: Element, layout: Layout): readonly MeasureWarning[];
  /** A new element with default values, as the editor inserts it. */
  sample(id: string): DesignElementInput & { type: Element['type'] };
}

/** Declares an element type; the other members are typed by `type`. */
export function defineElement<Type extends ElementType, Layout>(
  kind: { type: Type } & Omit<ElementKind<ElementOf<Type>, Layout>, 'varies' | 'entry'> & {
      /** Default: whether any of its texts has a variable. */
      varies?(element: ElementOf<Type>): boolean;
      /** Default: on a line. */
      entry?(element: ElementOf<Type>): ValueEntry;
    },
): ElementKind<ElementOf<Type>, Layout> {
  const varies = (element: ElementOf<Type>) => kind.texts(element).some(hasVariables);
  const entry = (): ValueEntry => ({ as: 'line' });
  return { varies, entry, ...(kind as Omit<ElementKind<ElementOf<Type>, Layout>, 'varies' | 'entry'>) };
}

export const none = (): readonly never[] => [];
export const noCost = (): number => 0;

/** An element without images. */
export const noImages = { assets: none, imageVariables: none };

/** An element without children. */
export const leaf = { children: none, withChildren: <Element>(element: Element): Element => element };

/** An element without variables. */
export const fixed = { texts: none, fill: <Element>(element: Element): Element => element };

/** The layout of an element that is drawn as its box. */
export const wholeBox: Measured<null> = { layout: null, problems: [] };
