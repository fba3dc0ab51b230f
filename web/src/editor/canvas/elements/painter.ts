import type { Design, DesignElement, ImageElement } from '@sello/contracts';
import type { Drawing } from '../drawing.ts';

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
  renderingVersion: Design['renderingVersion'];
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
