import {
  Blob,
  Buffer,
  BufferFlag,
  ClusterLevel,
  Direction,
  Face,
  Feature,
  Font,
  GlyphFlag,
  shape,
} from 'harfbuzzjs';
import { CodePoints } from '../fonts/code-points.ts';
import type { FaceMetrics, FontFace, ShapedGlyph, ShapedRun, ShapeOptions } from './face.ts';
import { PairShaper } from './pairs.ts';

const withoutLigatures = ['liga', 'clig', 'dlig', 'hlig', 'calt'].map(
  (tag) => new Feature(tag, 0, 0, 0xffffffff),
);

let scratch: Buffer | undefined;

/** Languages that distinguish i from ı: a ligature of f and i would not show which one it contains. */
const dotted = /^(?:tr|az|crh|gag|tt|kk-Latn)(?:-|$)/i;

/** Disables `liga` for each i after an f, for fonts without rules for these languages. */
function withoutDotLigatures(text: string, from: number): Feature[] | undefined {
  const features: Feature[] = [];
  for (let at = text.indexOf('fi'); at >= 0; at = text.indexOf('fi', at + 1)) {
    features.push(new Feature('liga', 0, from + at + 1, from + at + 2));
  }
  return features.length > 0 ? features : undefined;
}

export interface FaceOptions {
  /**
   * Whether two adjacent Latin letters are shaped the same in every text: pair kerning, no contextual substitution.
   * Texts are then composed from cached pairs, which gives the same result with fewer calls to the shaper.
   */
  pairwise?: boolean;
}

/** A face with the list of the characters it covers. */
export type OpenFace = FontFace & { readonly codePoints: Uint32Array };

/**
 * A face shaped by HarfBuzz, which Chromium and Firefox also use, so screen and PDF agree. Works in Node and in browsers.
 * `bytes` is a TrueType or OpenType file, `codePoints` are the characters it covers.
 */
export function createFace(key: string, bytes: Uint8Array, { pairwise = false }: FaceOptions = {}): OpenFace {
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  // A copy: the array is a view of WebAssembly memory, which is detached when the memory grows.
  const codePoints = face.collectUnicodes().slice();
  const covered = CodePoints.of(codePoints);
  const widths: number[] = [];
  let metrics: FaceMetrics | undefined;

  const shapeWhole = (text: string, options: ShapeOptions): ShapedRun => {
    const { rightToLeft, script, ligatures, language, before = '', after = '' } = options;
    scratch ??= new Buffer();
    const buffer = scratch;
    buffer.reset();
    const from = before.length;
    if (from === 0 && after === '') buffer.addText(text);
    else buffer.addText(before + text + after, from, text.length);
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
    buffer.setScript(script);
    if (language !== undefined) buffer.setLanguage(language);
    buffer.setClusterLevel(ClusterLevel.MONOTONE_GRAPHEMES);
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    const isDotted = ligatures && language !== undefined && dotted.test(language);
    const features = isDotted ? withoutDotLigatures(text, from) : undefined;
    shape(font, buffer, ligatures ? features : withoutLigatures);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    let advance = 0;
    const glyphs = infos.map((info, index): ShapedGlyph => {
      const position = positions[index];
      const xAdvance = position?.xAdvance ?? 0;
      advance += xAdvance;
      return {
        id: info.codepoint,
        cluster: info.cluster - from,
        advance: xAdvance,
        dx: position?.xOffset ?? 0,
        dy: position?.yOffset ?? 0,
        unsafe: (info.flags & GlyphFlag.UNSAFE_TO_BREAK) !== 0,
      };
    });
    return { text, rightToLeft, glyphs, advance };
  };
  const covers = (codePoint: number) => covered.has(codePoint);
  const pairs = pairwise ? new PairShaper(shapeWhole, covers) : null;
  const isComposable = ({ rightToLeft, script }: ShapeOptions) => !rightToLeft && script === 'Latn';

  return {
    key,
    codePoints,
    unitsPerEm: face.upem,
    get metrics() {
      metrics ??= metricsOf(face, font);
      return metrics;
    },
    covers,
    glyphOf: (codePoint) => font.nominalGlyph(codePoint),
    width: (glyph) => {
      widths[glyph] ??= font.glyphHAdvance(glyph);
      return widths[glyph];
    },
    outline: (glyph) => font.glyphToPath(glyph),
    shape: (text, options) =>
      (isComposable(options) ? pairs?.compose(text, options) : null) ?? shapeWhole(text, options),
    ...(pairs && { compose: pairs.compose.bind(pairs) }),
  };
}

/** Defaults for a font without a usable value, in ems. */
const usual = { underlinePosition: -0.1, thickness: 0.05, strikeoutPosition: 0.3 };

/**
 * HarfBuzz selects ascent and descent like FreeType, and thus Chromium: the typographic ones when the font requests them
 * (USE_TYPO_METRICS) or has no others, else those of hhea, and OS/2's usWin values as a last resort.
 */
function metricsOf(face: Face, font: Font): FaceMetrics {
  const { ascender, descender } = font.hExtents();
  const view = (tag: string) => {
    const table = face.referenceTable(tag);
    return table && new DataView(table.buffer, table.byteOffset, table.byteLength);
  };
  // OpenType 1.9: the underline is at offset 8 of post, the strikeout at offset 26 of OS/2.
  const post = view('post');
  const os2 = view('OS/2');
  const value = (table: DataView | undefined, at: number) =>
    table && table.byteLength >= at + 2 ? table.getInt16(at) : 0;
  const em = face.upem;
  const underline = value(post, 10);
  const strikeout = value(os2, 26);
  return {
    ascent: ascender,
    descent: descender,
    underlinePosition: underline > 0 ? value(post, 8) : usual.underlinePosition * em,
    underlineThickness: underline > 0 ? underline : usual.thickness * em,
    strikeoutPosition: strikeout > 0 ? value(os2, 28) : usual.strikeoutPosition * em,
    strikeoutThickness: strikeout > 0 ? strikeout : usual.thickness * em,
  };
}
