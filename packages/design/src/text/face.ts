/** One positioned glyph. Lengths are in font units (`FontFace.unitsPerEm` per em), y upwards. */
export interface ShapedGlyph {
  id: number;
  /** Index of the first UTF-16 code unit of its cluster in the text of the run. */
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
}

/** Shaped text in one font, one script and one direction; glyphs in visual order, left to right. */
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
  /** False for letter-spaced text: a ligature would ignore the spacing between its letters. */
  ligatures: boolean;
}

/** One font: one family, weight and slope. Measuring and drawing use the same object. */
export interface FontFace {
  /** Identifies the font; equal keys mean equal bytes. */
  readonly key: string;
  readonly unitsPerEm: number;
  /** Set when the font is not installed: the pack that has it. Such a face covers characters and shapes none. */
  readonly pack?: string;
  covers(codePoint: number): boolean;
  /** The nominal glyph of a character, before shaping; undefined when the font has none. */
  glyphOf(codePoint: number): number | undefined;
  /** The advance width of a glyph, before kerning. */
  width(glyph: number): number;
  /** Shapes a part of one word (or one space) as browsers do, with kerning, ligatures and marks. */
  shape(text: string, options: ShapeOptions): ShapedRun;
}

/** The fonts available to a text. */
export interface Fonts {
  /**
   * The faces to try for each character, in order: the closest face of the family, of its fallback families, of the
   * families that the operator added, then of the families for other scripts. `language` (BCP 47) selects how
   * ideographs are written. Null for an unknown family.
   */
  chain(
    family: string,
    weight: number,
    italic: boolean,
    language?: string | null,
  ): readonly FontFace[] | null;
}
