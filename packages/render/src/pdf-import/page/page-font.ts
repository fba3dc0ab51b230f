/** A font of the page's resources. */
export interface PageFont {
  /** Object number; null when the font is not in the file. */
  number: number | null;
  name: string;
  /** Bytes of one character code; 0 when codes have different lengths. */
  codeBytes: 0 | 1 | 2;
  /** The codes that visible texts have. */
  used: Set<number>;
  /** Null for a Type 3 font. */
  facts: FontFacts | null;
}

/** What is compared with the font program, see `archiveLevelOf`. */
export interface FontFacts {
  subtype: string;
  program: { kind: ProgramKind; bytes: Buffer } | null;
  /** The CMap from codes to characters. */
  unicode: Buffer | null;
  isSymbolic: boolean;
  encoding: string | null;
  differences: ReadonlyMap<number, string>;
  /** The declared width of a code, in thousandths of the em; of a CID font, of a CID. */
  widthOf(code: number): number;
  /** The glyph of a CID; null for that of the same number. */
  cidToGid: Buffer | null;
}

export type ProgramKind = 'type1' | 'truetype' | 'cff' | 'opentype';
