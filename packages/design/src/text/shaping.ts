import { Blob, Buffer, BufferFlag, ClusterLevel, Direction, Face, Feature, Font, shape } from 'harfbuzzjs';
import type { FontFace, ShapedGlyph, ShapedRun, ShapeOptions } from './face.ts';
import { PairShaper } from './pairs.ts';

const withoutLigatures = ['liga', 'clig', 'dlig', 'hlig', 'calt'].map(
  (tag) => new Feature(tag, 0, 0, 0xffffffff),
);

let scratch: Buffer | undefined;

export interface FaceOptions {
  /**
   * Whether two adjacent Latin letters are shaped the same in every word: pair kerning, no contextual substitution.
   * Words are then composed of cached pairs, which gives the same result with fewer calls of the shaper.
   */
  pairwise?: boolean;
}

/**
 * A face shaped by HarfBuzz, which Chromium and Firefox use too, so the editor's canvas and the PDF agree. Works in
 * Node and in browsers. `bytes` is a TrueType or OpenType file, `codePoints` are the characters it covers.
 */
export function createFace(
  key: string,
  bytes: Uint8Array,
  { pairwise = false }: FaceOptions = {},
): FontFace & { readonly codePoints: Uint32Array } {
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  // A copy: the array is a view of WebAssembly memory, which is detached when the memory grows.
  const codePoints = face.collectUnicodes().slice();
  const covered = new Set(codePoints);
  const widths: number[] = [];

  const shapeWhole = (text: string, { rightToLeft, script, ligatures }: ShapeOptions): ShapedRun => {
    scratch ??= new Buffer();
    const buffer = scratch;
    buffer.reset();
    buffer.addText(text);
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
    buffer.setScript(script);
    buffer.setClusterLevel(ClusterLevel.MONOTONE_GRAPHEMES);
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    shape(font, buffer, ligatures ? undefined : withoutLigatures);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    let advance = 0;
    const glyphs = infos.map((info, index): ShapedGlyph => {
      const position = positions[index];
      const xAdvance = position?.xAdvance ?? 0;
      advance += xAdvance;
      return {
        id: info.codepoint,
        cluster: info.cluster,
        advance: xAdvance,
        dx: position?.xOffset ?? 0,
        dy: position?.yOffset ?? 0,
      };
    });
    return { text, rightToLeft, glyphs, advance };
  };
  const pairs = pairwise ? new PairShaper(shapeWhole) : null;

  return {
    key,
    codePoints,
    unitsPerEm: face.upem,
    covers: (codePoint) => covered.has(codePoint),
    glyphOf: (codePoint) => font.nominalGlyph(codePoint),
    width: (glyph) => {
      widths[glyph] ??= font.glyphHAdvance(glyph);
      return widths[glyph];
    },
    shape: (text, options) => pairs?.shape(text, options) ?? shapeWhole(text, options),
  };
}
