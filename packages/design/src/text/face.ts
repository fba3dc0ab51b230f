/** One positioned glyph. Lengths are in font units (`FontFace.unitsPerEm` per em), y upwards. */
export interface ShapedGlyph {
  id: number;
  /** Index of the first UTF-16 code unit of its cluster in the text of the run. */
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
  /** Breaking the text before its cluster changes the shape of either side, so that both must be shaped anew. */
  unsafe: boolean;
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
  /** BCP 47; left out = the font's default forms. */
  language?: string;
  /** The text around it, which decides how its first and last letters join; not shaped itself. */
  before?: string;
  after?: string;
}

export type ComposeOptions = Pick<ShapeOptions, 'ligatures' | 'language'>;

/** Vertical measures of a font in its units, upwards from the base line: `descent` is negative. */
export interface FaceMetrics {
  ascent: number;
  descent: number;
  /** The upper edge of the line under or through text, and its thickness. */
  underlinePosition: number;
  underlineThickness: number;
  strikeoutPosition: number;
  strikeoutThickness: number;
}

/** One font: one family, weight and slope. Measuring and drawing use the same object. */
export interface FontFace {
  /** Identifies the font; equal keys mean equal bytes. */
  readonly key: string;
  readonly unitsPerEm: number;
  readonly metrics: FaceMetrics;
  /** Set when the font is not installed: the pack that has it. Such a face covers characters and shapes none. */
  readonly pack?: string;
  covers(codePoint: number): boolean;
  /** The nominal glyph of a character, before shaping; undefined when the font has none. */
  glyphOf(codePoint: number): number | undefined;
  /** The advance width of a glyph, before kerning. */
  width(glyph: number): number;
  /** The outline of a glyph as SVG path data in font units, y upwards; empty for a space. */
  outline(glyph: number): string;
  /** Shapes a text without line breaks as browsers do, with kerning, ligatures and marks. */
  shape(text: string, options: ShapeOptions): ShapedRun;
  /**
   * What `shape` answers for a left-to-right text of Latin letters that the face covers, composed without the shaper;
   * null for any other text. Fonts whose letters depend on more than their neighbours have no such method.
   */
  compose?(text: string, options: ComposeOptions): ShapedRun | null;
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
