import { PrefixWriter } from '../../pdf/prefix.ts';
import { nameObject, streamObject } from '../../pdf/syntax.ts';
import { PdfFault } from '../read/budget.ts';
import type { PdfFile } from '../read/file.ts';
import { type PdfDict, PdfStream } from '../read/values.ts';
import { archiveLevelOf } from './archive-level.ts';
import { writeColorSpace } from './colors.ts';
import { writeContent } from './content.ts';
import { type ArchiveLevel, PageContext, type ResourceWriters } from './context.ts';
import { writeFontDict } from './fonts.ts';
import { geometryOf } from './geometry.ts';
import { writeGlyphFont } from './glyph-font.ts';
import { writeGraphicsState } from './graphics-state.ts';
import type { Layers } from './layers.ts';
import type { Notes } from './notes.ts';
import { writePattern, writeShading } from './patterns.ts';
import { dictText, numberList, numberText } from './syntax.ts';
import { UsedResources } from './used-resources.ts';
import { writeXObject } from './x-objects.ts';

/** A page as a PDF of its own. */
export interface WrittenPage {
  bytes: Buffer;
  /** Points. */
  width: number;
  height: number;
  level: ArchiveLevel;
}

/** A page with visible text in fonts that the file does not contain. */
export class FontsMissing extends Error {
  readonly names: readonly string[];
  constructor(names: Iterable<string>) {
    super('fonts are not in the file');
    this.names = [...names];
  }
}

export interface PageSetting {
  file: PdfFile;
  layers: Layers;
  notes: Notes;
  cmykProfile: () => Buffer;
}

export const resourceWriters: ResourceWriters = {
  XObject: writeXObject,
  ExtGState: writeGraphicsState,
  ColorSpace: async (context, source, { colorSpaces }) =>
    (await writeColorSpace(context, source, colorSpaces))?.text ?? null,
  Pattern: writePattern,
  Shading: (context, source, { colorSpaces }) => writeShading(context, source, colorSpaces),
  font: (context, dict, { source }) =>
    dict.name('Subtype') === 'Type3' ? writeGlyphFont(context, dict, source) : writeFontDict(context, dict),
};

/**
 * Writes a page anew: its content as one form XObject, upright, with its corner at the origin, and the resources that it
 * uses. Throws PdfFault, FontsMissing.
 */
export async function writePage(page: PdfDict, number: number, setting: PageSetting): Promise<WrittenPage> {
  const { file, notes } = setting;
  const geometry = geometryOf(file, page);
  if (!geometry) throw new PdfFault('complex', 'pdf_page_flat');
  const out = new PrefixWriter();
  const context = new PageContext({ ...setting, out, page: number, writers: resourceWriters });
  const resources = new UsedResources(context, file.dict(page.get('Resources')));
  const { content } = await writeContent(context, contentOf(file, page), resources);
  if (context.missingFonts.size > 0) throw new FontsMissing(context.missingFonts);
  for (const font of context.fonts.values()) {
    const level = font && font.used.size > 0 ? archiveLevelOf(font) : 'A';
    if (level !== 'A') context.lower(level);
  }
  if (geometry.isScaled) notes.add('pages_scaled', { page: number });
  const { isTransparent, isBlended, level } = context;
  const { bounds, matrix, width, height } = geometry;
  const form = dictText({
    ...{ Type: '/XObject', Subtype: '/Form', BBox: numberList(bounds), Matrix: numberList(matrix) },
    // As a page does, a form then blends its content with nothing below it.
    Group: isBlended ? '<</Type/Group/S/Transparency/CS/DeviceRGB/I true>>' : null,
    Resources: resources.text(),
  });
  const formNumber = out.add(streamObject(content, form.slice(2, -2), 'prefix'));
  return { bytes: onePage(out, formNumber, { width, height, level, isTransparent }), width, height, level };
}

/** Part of the streams may be damaged; they are one content (ISO 32000-1, 7.8.2). */
function contentOf(file: PdfFile, page: PdfDict): Buffer {
  const contents = file.resolve(page.get('Contents'));
  const streams =
    contents instanceof PdfStream ? [contents] : file.array(contents).map((one) => file.stream(one));
  const parts = streams.flatMap((stream) => {
    try {
      return stream ? [file.content(stream), Buffer.from('\n')] : [];
    } catch (error) {
      if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
      return [];
    }
  });
  return Buffer.concat(parts);
}

/** The facts that `embed` needs are in the catalog, under a name that no other program uses. */
export const factsKey = 'SelloPage';

function onePage(
  out: PrefixWriter,
  form: number,
  facts: { width: number; height: number; level: ArchiveLevel; isTransparent: boolean },
): Buffer {
  const { width, height, level, isTransparent } = facts;
  const content = out.add(streamObject(Buffer.from('/Page Do'), '', 'prefix'));
  const pages = out.next + 1;
  const group = isTransparent ? '/Group<</S/Transparency/CS/DeviceRGB>>' : '';
  const page = out.add(
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${numberText(width)} ${numberText(height)}]` +
      `/Resources<</XObject<</Page ${form} 0 R>>>>/Contents ${content} 0 R${group}>>`,
  );
  out.add(`<</Type/Pages/Kids[${page} 0 R]/Count 1>>`);
  const catalog = out.add(
    `<</Type/Catalog/Pages ${pages} 0 R/${factsKey}<</Form ${form} 0 R/Level${nameObject(level)}/Transparent ${isTransparent}>>>>`,
  );
  const { bytes, offsets } = out.finish();
  const entries = offsets.map((offset, number) =>
    number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  const tail =
    `xref\n0 ${offsets.length}\n${entries.join('')}trailer\n<</Size ${offsets.length}/Root ${catalog} 0 R>>\n` +
    `startxref\n${bytes.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(tail, 'latin1')]);
}
