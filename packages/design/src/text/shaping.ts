import { Blob, Buffer, BufferFlag, ClusterLevel, Direction, Face, Feature, Font, shape } from 'harfbuzzjs';
import type { FontFace, ShapedGlyph, ShapedRun, ShapeOptions } from './face.ts';
import { Recent } from './recent.ts';

// Words come back (given names, months, the course), so shaping is remembered.
const rememberedWords = 4_000;

const withoutLigatures = ['liga', 'clig', 'dlig', 'hlig', 'calt'].map(
  (tag) => new Feature(tag, 0, 0, 0xffffffff),
);

let scratch: Buffer | undefined;

/**
 * A face shaped by HarfBuzz, which also shapes in Chromium and Firefox: what the editor's canvas shows and what
 * the PDF prints agree by construction. Works in Node and in the browser.
 */
export function createFace(key: string, bytes: Uint8Array): FontFace & { readonly codePoints: Uint32Array } {
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  // A copy: the array lies in memory that moves when it grows.
  const codePoints = face.collectUnicodes().slice();
  const covered = new Set(codePoints);
  const memory = new Recent<ShapedRun>(rememberedWords);
  const widths: number[] = [];

  const shapeNow = (text: string, { rightToLeft, script, ligatures }: ShapeOptions): ShapedRun => {
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
    shape: (text, options) => {
      const name = `${options.rightToLeft ? '<' : '>'}${options.ligatures ? '' : '-'}${options.script}${text}`;
      return memory.get(name, () => shapeNow(text, options));
    },
  };
}
