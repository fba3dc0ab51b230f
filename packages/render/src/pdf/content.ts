import type { ImageElement } from '@sello/contracts';
import type { Fonts, PlacedPiece } from '@sello/design';
import type { MarkScope } from './structure/tagger.ts';
import type { RenderingVersion } from './version.ts';

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

/** The font that a piece is shown with. */
export interface ShownFont {
  /** Its resource name. */
  name: string;
  /** Whether readers get the piece's text from its glyphs alone. */
  extractable: boolean;
  /** What each glyph stands for; empty where another of its letter stands for it. */
  texts: ReadonlyMap<number, string>;
}

/** Names of resources for the content stream being written; `compile` and `stamp` each make their own. */
export interface Resources {
  readonly fonts: Fonts;
  readonly version: RenderingVersion;
  font(piece: PlacedPiece): ShownFont;
  /** A graphics state of this opacity. */
  opacity(value: number): string;
  /** Null for an image variable without a value. Throws AppError `image_unreadable`. */
  image(source: ImageElement['source']): NamedImage | null;
  /** Stores operators as one picture of its own; its coordinates are the frame's. Answers its name. */
  form(form: FormContent): string;
}
