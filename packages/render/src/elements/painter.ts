import type { DesignElement } from '@sello/contracts';
import type { FontRequest } from '@sello/design';
import type { Frame, Resources } from '../pdf/content.ts';

/** Where a painter paints. */
export interface Canvas {
  resources: Resources;
  /** Paints a child; `frame` is where its parent's top left corner lies. */
  paint(child: DesignElement, frame: Frame): string;
}

/** What the prefix can be made to hold before any certificate is stamped. */
export interface Preparation {
  /** The whole repertoire of the face that this request gets first. */
  repertoire(request: FontRequest): void;
}

/** Writes one type of element into a PDF, from the layout that its declaration in `design` measured. */
export interface Painter<Element extends DesignElement = DesignElement, Layout = unknown> {
  /** Puts into the prefix what each certificate will need of an element that varies. */
  prepare(element: Element, prefix: Preparation): void;
  /** Whether it changes more of the graphics state than the colours, which every element sets. */
  changesState(element: Element): boolean;
  /** Whether its parts may overlap: below full opacity they must not show through each other. */
  overlaps(element: Element): boolean;
  /** Its operators; the frame's corner is the corner of the element's box, before rotation. Its texts are filled. */
  paint(element: Element, layout: Layout, frame: Frame, canvas: Canvas): string;
}

export const nothing = (): void => {};
export const never = (): boolean => false;
