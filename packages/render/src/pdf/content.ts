import type { ImageElement } from '@sello/contracts';
import type { Fonts, PlacedPiece } from '@sello/design';

/** Where the top left corner of the present coordinate system lies, in PDF's own, whose y grows upwards. */
export interface Frame {
  x: number;
  y: number;
}

/** An image by its resource name, as it is seen in pixels; `orientation` of Exif, 1 to 8. */
export interface NamedImage {
  name: string;
  width: number;
  height: number;
  orientation: number;
}

/** Names of resources for the content stream being written; `compile` and `stamp` each make their own. */
export interface Resources {
  readonly fonts: Fonts;
  /** The font's resource name, and whether readers get the piece's text from its glyphs alone. */
  font(piece: PlacedPiece): { name: string; readable: boolean };
  /** A graphics state of this opacity. */
  opacity(value: number): string;
  /** Null when a variable names the image and the certificate has none. Throws AppError `image_unreadable`. */
  image(source: ImageElement['source']): NamedImage | null;
  /** Stores operators as one picture of its own (ISO 32000-1, 11.6.6); its coordinates are the frame's. */
  form(content: string, bounds: [number, number, number, number]): string;
}
