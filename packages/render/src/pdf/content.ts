import type { ImageElement } from '@sello/contracts';
import type { Fonts, PlacedPiece } from '@sello/design';
import type { MarkScope } from './structure/tagger.ts';

/** The top left corner of a box in the current PDF coordinate system, in points, y upwards. */
export interface Frame {
  x: number;
  y: number;
  /** The matrix (a b c d e f) from the current coordinate system to the page's; absent if they are the same. */
  matrix?: AffineMatrix | undefined;
}

export type AffineMatrix = readonly [number, number, number, number, number, number];

/** The content of a transparency group, which is composited with the page as one object (ISO 32000-1, 11.6.6). */
export interface FormContent {
  content: string;
  bounds: readonly [number, number, number, number];
  /** The marked content within it; null when there is none. */
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
  /** Whether it is drawn by operators, which may overlap and set an opacity of their own. */
  isForm?: boolean;
}

/** The font that a piece is shown with. */
export interface ShownFont {
  /** Its resource name. */
  name: string;
  /** Whether readers can extract the piece's text from its glyphs. */
  extractable: boolean;
  /** The text of each glyph; empty when another glyph of the same cluster has the text. */
  texts: ReadonlyMap<number, string>;
}

/** Names of resources for the content stream being written; `compile` and `stamp` each make their own. */
export interface Resources {
  readonly fonts: Fonts;
  font(piece: PlacedPiece): ShownFont;
  /** A graphics state of this opacity. */
  opacity(value: number): string;
  /** Null for an image variable without a value. Throws AppError `image_unreadable`. */
  image(source: ImageElement['source']): NamedImage | null;
  /** Stores operators as a form XObject in the coordinates of the frame. Returns its resource name. */
  form(form: FormContent): string;
}
