import type { Design } from '@sello/contracts';
import { errorPlace, kindOf, printedElements } from '@sello/design';
import { AppError } from '@sello/kit';
import { tablesOf } from '../fonts/sfnt.ts';
import type { FontSource } from '../fonts/source.ts';
import { type Compression, glyphCode, nameObject, real, streamObject } from './syntax.ts';

/** The embedded glyphs of one face by glyph id, with the text each maps to. */
export type GlyphTexts = ReadonlyMap<number, string>;

/**
 * The text of a glyph whose cluster's text is mapped to another glyph: every glyph must have one (ISO 19005-2,
 * 6.2.11.7.2). Where such a glyph is shown, the text is given as ActualText.
 */
const noText = '\u200b';

/** The ToUnicode CMap, from which readers extract the text of glyphs (ISO 32000-1, 9.10.3). */
function toUnicode(texts: GlyphTexts): string {
  const mapped = [...texts]
    .map(([glyph, text]) => [glyph, text === '' ? noText : text] as const)
    .sort(([a], [b]) => a - b);
  const lines = mapped.map(
    ([glyph, text]) =>
      `<${glyphCode(glyph)}><${[...Array(text.length).keys()].map((at) => glyphCode(text.charCodeAt(at))).join('')}>`,
  );
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** The W array: widths in thousandths of the em, grouped by runs of consecutive glyph ids (9.7.4.3). */
function widthArray(glyphs: readonly number[], width: (glyph: number) => string): string {
  const runs: { first: number; widths: string[] }[] = [];
  for (const glyph of glyphs) {
    const last = runs.at(-1);
    if (last && last.first + last.widths.length === glyph) last.widths.push(width(glyph));
    else runs.push({ first: glyph, widths: [width(glyph)] });
  }
  return `[${runs.map(({ first, widths }) => `${first}[${widths.join(' ')}]`).join('')}]`;
}

// The six-letter tag of a subset's name (9.6.4), a hash of its glyphs, so that equal subsets have equal names.
function subsetTag(glyphs: readonly number[]): string {
  let hash = 2_166_136_261;
  for (const glyph of glyphs) hash = Math.imul(hash ^ glyph, 16_777_619) >>> 0;
  return Array.from({ length: 6 }, (_, at) =>
    String.fromCharCode(65 + (Math.floor(hash / 26 ** at) % 26)),
  ).join('');
}

interface FontSetting {
  design: Design;
  /** Whether the font has a CIDSet, which PDF/A-1 requires (ISO 19005-1, 6.3.5). */
  hasCidSet: boolean;
  compression: Compression;
}

/** The subset of a face with these glyphs. Throws AppError `template_invalid` {element, fontFamily} for a broken font. */
function cutFor(design: Design, source: FontSource, glyphs: readonly number[]): Uint8Array {
  try {
    return source.cut(glyphs);
  } catch (cause) {
    const { family: fontFamily } = source;
    const printed = design.pages.flatMap(({ elements }) => [...printedElements(elements)]);
    const named = printed.find((element) =>
      kindOf(element)
        .fonts(element)
        .some(({ family }) => family === fontFamily),
    );
    throw new AppError('template_invalid', {
      details: { ...(named && errorPlace(named)), fontFamily },
      cause,
    });
  }
}

/**
 * Writes one face as a composite font (9.7): five or six objects, the last of which is the font to refer to. `add` stores
 * an object and returns its number. Glyph ids of the font are kept, so that shaped glyphs need no renumbering.
 */
export function writeFont(
  source: FontSource,
  texts: GlyphTexts,
  add: (body: string | Uint8Array) => number,
  { design, hasCidSet, compression }: FontSetting,
): number {
  const facts = source.facts();
  const face = source.face();
  const glyphs = [...texts.keys()].sort((a, b) => a - b);
  const scale = 1000 / facts.unitsPerEm;
  const subset = cutFor(design, source, glyphs);
  const name = nameObject(`${subsetTag(glyphs)}+${facts.postScriptName}`);
  const isGlyf = facts.outlines === 'glyf';
  const program = isGlyf ? subset : cffOf(subset);
  const file = add(
    streamObject(program, isGlyf ? `/Length1 ${program.byteLength}` : '/Subtype/CIDFontType0C', compression),
  );
  const unicode = add(streamObject(Buffer.from(toUnicode(texts), 'latin1'), '', compression));
  const set = hasCidSet
    ? `/CIDSet ${add(streamObject(cidSet(facts.outlines === 'cid' ? glyphs : glyphCount(subset)), '', compression))} 0 R`
    : '';
  const bounds = facts.bounds.map((value) => Math.round(value * scale)).join(' ');
  // Flags (9.8.2): symbolic (4), because the encoding is glyph ids; fixed pitch (1); italic (64).
  const flags = 4 + (facts.fixedPitch ? 1 : 0) + (facts.italic ? 64 : 0);
  const descriptor = add(
    `<</Type/FontDescriptor/FontName${name}/Flags ${flags}/FontBBox[${bounds}]/ItalicAngle ${real(facts.italicAngle)}` +
      `/Ascent ${Math.round(facts.ascent * scale)}/Descent ${Math.round(facts.descent * scale)}` +
      `/CapHeight ${Math.round(facts.capHeight * scale)}/StemV ${Math.round(facts.weight / 5)}` +
      `/${isGlyf ? 'FontFile2' : 'FontFile3'} ${file} 0 R${set}>>`,
  );
  const descendant = add(
    `<</Type/Font/Subtype/${isGlyf ? 'CIDFontType2' : 'CIDFontType0'}/BaseFont${name}` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R` +
      `${isGlyf ? '/CIDToGIDMap/Identity' : ''}/DW 0/W${widthArray(glyphs, (glyph) => real(face.width(glyph) * scale))}>>`,
  );
  return add(
    `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  );
}

/**
 * One bit for each CID in the font program (9.8.3.3). Subsets that keep glyph ids contain empty glyphs between the used
 * ones, whose bits are also set.
 */
function cidSet(held: number | readonly number[]): Buffer {
  const cids = typeof held === 'number' ? [...Array(held).keys()] : [0, ...held];
  const bits = Buffer.alloc(Math.floor(Math.max(...cids.slice(-1)) / 8) + 1);
  for (const cid of cids) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  return bits;
}

function glyphCount(font: Uint8Array): number {
  const table = tablesOf(font).get('maxp');
  if (!table) throw new RangeError('the subset has no glyphs');
  return table.getUint16(4);
}

function cffOf(font: Uint8Array): Uint8Array {
  const table = tablesOf(font).get('CFF ');
  if (!table) throw new RangeError('the subset has no outlines');
  return new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
}
