import type { DesignElement, ImageElement } from '@sello/contracts';
import type { Box, MeasureProblem } from '@sello/design';

export type Context = CanvasRenderingContext2D;

/** An image that was loaded, with its size in pixels after its Exif orientation is applied. */
export interface LoadedImage {
  picture: CanvasImageSource;
  width: number;
  height: number;
}

/** What a painter paints on. One unit is a point, y grows downwards. */
export interface Sheet {
  ctx: Context;
  image(source: ImageElement['source']): LoadedImage | null;
  /** Paints a child; the origin is the top left corner of its parent's box. */
  child(drawing: Drawing): void;
}

/**
 * Paints one type of element on the canvas as the renderer's painter writes it into the PDF, from the layout that its
 * declaration in `design` measured. The origin is the top left corner of the element's box, before rotation.
 */
export interface CanvasPainter<Element extends DesignElement = DesignElement, Layout = unknown> {
  paint(element: Element, layout: Layout, sheet: Sheet, children: readonly Drawing[]): void;
}

/** An element, filled and measured, with the drawings of its children. */
export interface Drawing {
  id: string;
  /** Its own box, in its parent's coordinates; a drag of a child moves it. */
  box: Box;
  opacity: number;
  element: DesignElement;
  layout: unknown;
  children: readonly Drawing[];
  problems: readonly MeasureProblem[];
}

/** What painting a drawing needs besides the context. */
export type SheetOf = Pick<Sheet, 'image'>;
