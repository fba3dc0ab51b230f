import type { DesignElement } from '@sello/contracts';
import type { FontRequest } from '@sello/design';
import type { Frame, Resources } from '../pdf/content.ts';

/** The context of a painter. */
export interface Canvas {
  resources: Resources;
  /** Returns the operators of a child; `frame` is the top left corner of its parent. */
  paint(child: DesignElement, frame: Frame): string;
}

/** Adds resources to the prefix for variable elements. */
export interface Preparation {
  /** Embeds the repertoire of the first face of the request's chain. */
  repertoire(request: FontRequest): void;
}

/** Writes one element type as PDF operators, from the layout of its `ElementKind.measure`. */
export interface Painter<Element extends DesignElement = DesignElement, Layout = unknown> {
  /** Adds the resources that a variable element needs in each certificate to the prefix. */
  prepare(element: Element, prefix: Preparation): void;
  /** Whether it changes more of the graphics state than the colours. Every element sets its colours itself. */
  changesState(element: Element): boolean;
  /** Whether its parts may overlap, so that an opacity below 1 needs a transparency group. */
  overlaps(element: Element): boolean;
  /** The operators of a filled element; `frame` is the top left corner of its box before rotation. */
  paint(element: Element, layout: Layout, frame: Frame, canvas: Canvas): string;
}

export const nothing = (): void => {};
export const never = (): boolean => false;
