import type { ImageElement } from '@sello/contracts';
import type { Fonts, PlacedPiece } from '@sello/design';
import type { MarkScope } from './structure/tagger.ts';

/** The top left corner of a box in the current PDF coordinate system, in points, y upwards. */
export interface Frame {
  x: number;
  y: number;
  /** From the present coordinate system to the page's (a b c d e f); absent where it is the page's own. */
  matrix?: AffineMatrix | undefined;
}

export type AffineMatrix = readonly [number, number, number, number, number, number];

/** A part of the page painted as one picture before it is laid on it (ISO 32000-1, 11.6.6). */
export interface FormContent {
  content: string;
  bounds: readonly [number, number, number, number];
  /** What is marked within it; null when nothing is. */
  marks: MarkScope | null;
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
  /** Stores operators as one picture of its own; its coordinates are the frame's. Answers its name. */
  form(form: FormContent): string;
}
