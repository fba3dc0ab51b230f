import type { ImageElement } from '@sello/contracts';
import type { Fonts, PlacedPiece } from '@sello/design';

/** The top left corner of a box in the current PDF coordinate system, in points, y upwards. */
export interface Frame {
  x: number;
  y: number;
}

/**
 * An image resource: its name, its size in pixels after the orientation is applied, and its Exif orientation, 1 to 8.
 */
export interface NamedImage {
  name: string;
  width: number;
  height: number;
  orientation: number;
}

/**
 * Resources of the content stream being written, which returns their names; `compile` and `stamp` each implement it.
 */
export interface Resources {
  readonly fonts: Fonts;
  /** The font's resource name, and whether readers can extract the piece's text from its glyphs by ToUnicode alone. */
  font(piece: PlacedPiece): { name: string; extractable: boolean };
  /** The name of a graphics state with this opacity. */
  opacity(value: number): string;
  /** Null for an image variable without a value. Throws AppError `image_unreadable`. */
  image(source: ImageElement['source']): NamedImage | null;
  /**
   * Stores operators as a transparency group (ISO 32000-1, 11.6.6) in the current coordinate system; returns its name.
   */
  form(content: string, bounds: [number, number, number, number]): string;
}
