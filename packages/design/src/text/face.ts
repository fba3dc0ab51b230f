/** One positioned glyph. Lengths are in font units (`FontFace.unitsPerEm` per em), y upwards. */
export interface ShapedGlyph {
  id: number;
  /** Index of the first UTF-16 code unit of its cluster in the text of the run. */
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
  /** HarfBuzz's UNSAFE_TO_BREAK: after a break before its cluster, both sides must be shaped again. */
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
  /** BCP 47; without it the font's default forms are used. */
  language?: string;
  /** The context: the adjacent text that decides how the first and last letters join; not shaped itself. */
  before?: string;
  after?: string;
}

export type ComposeOptions = Pick<ShapeOptions, 'ligatures' | 'language'>;

/** Vertical metrics of a font in font units, upwards from the baseline: `descent` is negative. */
export interface FaceMetrics {
  ascent: number;
  descent: number;
  /** The upper edge and the thickness of the underline and of the strikeout. */
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
  /** Set when the font is not installed: the pack that contains it. Such a face reports coverage but cannot shape. */
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
   * Returns the result of `shape` for a left-to-right text of Latin letters that the face covers, without calling the
   * shaper; null for any other text. Absent for fonts whose shaping depends on more than pairs of adjacent letters.
   */
  compose?(text: string, options: ComposeOptions): ShapedRun | null;
}

/** The fonts available to a text. */
export interface Fonts {
  /**
   * The faces to try for each character, in order: the closest face of the family, of its fallback families, of the
   * families that the operator added, then of the families for other scripts. `language` (BCP 47) selects the regional
   * forms of ideographs. Null for an unknown family.
   */
  chain(
    family: string,
    weight: number,
    italic: boolean,
    language?: string | null,
  ): readonly FontFace[] | null;
}
