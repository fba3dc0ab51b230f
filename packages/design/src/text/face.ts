/** One drawn glyph. Lengths are in font units (`FontFace.unitsPerEm` to the em), y upwards. */
export interface ShapedGlyph {
  id: number;
  /** Index of the first UTF-16 unit of the run's text it stands for. */
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
}

/** A piece of text in one font, one script and one direction; glyphs in visual order, left to right. */
export interface ShapedRun {
  text: string;
  rightToLeft: boolean;
  glyphs: readonly ShapedGlyph[];
  /** Sum of the advances. */
  advance: number;
}

export interface ShapeOptions {
  rightToLeft: boolean;
  /** ISO 15924 tag such as `Latn`. */
  script: string;
  /** False where characters are spaced out: a ligature could not be. */
  ligatures: boolean;
}

/** One font file: one family, weight and slope. The same object serves measuring and drawing. */
export interface FontFace {
  /** Names the file; equal keys are equal bytes. */
  readonly key: string;
  readonly unitsPerEm: number;
  covers(codePoint: number): boolean;
  /** The glyph of a character that stands alone; undefined when the font has none. */
  glyphOf(codePoint: number): number | undefined;
  /** The glyph's own width, before kerning. */
  width(glyph: number): number;
  /** Shapes a piece of one word (or one space), as a browser does: kerning, ligatures, marks. */
  shape(text: string, options: ShapeOptions): ShapedRun;
}

/** What a text may be set in. */
export interface Fonts {
  /**
   * The faces to try for each character, in order: the family at the nearest weight, its one full-coverage
   * fallback, then whatever the operator added. Null when there is no such family.
   */
  chain(family: string, weight: number, italic: boolean): readonly FontFace[] | null;
}
