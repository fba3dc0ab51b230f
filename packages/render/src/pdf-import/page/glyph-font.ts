// Type 3 fonts (ISO 32000-1, 9.6.5), whose glyphs are content streams.
import { nameObject, streamObject } from '../../pdf/syntax.ts';
import { PdfFault } from '../read/budget.ts';
import { type PdfDict, PdfName, type PdfStream } from '../read/values.ts';
import { writeContent } from './content.ts';
import type { PageContext } from './context.ts';
import { writeUnicode } from './fonts.ts';
import type { PageFont } from './page-font.ts';
import { dictText, differenceList, numberList } from './syntax.ts';
import { UsedResources } from './used-resources.ts';

/** Null when it is damaged. */
export async function writeGlyphFont(
  context: PageContext,
  dict: PdfDict,
  inherited: PdfDict | undefined,
): Promise<PageFont | null> {
  const { file, out } = context;
  const matrix = file.numbers(dict.get('FontMatrix'));
  const bounds = file.numbers(dict.get('FontBBox'));
  const programs = file.dict(dict.get('CharProcs'));
  if (matrix.length !== 6 || bounds.length !== 4 || !programs) return null;
  // Glyphs use the resources of their font, all of the same dictionary.
  const resources = new UsedResources(context, file.dict(dict.get('Resources')) ?? inherited);
  const first = Math.max(0, Math.min(255, Math.floor(file.number(dict.get('FirstChar')) ?? 0)));
  const widths = file.numbers(dict.get('Widths')).slice(0, 256 - first);
  const glyphs: string[] = [];
  const differences: [code: number, name: string][] = [];
  const written = new Map<string, number>();
  let code = 0;
  for (const item of file.array(file.dict(dict.get('Encoding'))?.get('Differences'))) {
    const entry = file.resolve(item);
    if (typeof entry === 'number') code = Math.floor(entry);
    if (!(entry instanceof PdfName) || code < 0 || code > 255) continue;
    const stream = file.stream(programs.get(entry.text));
    if (stream && !written.has(entry.text)) {
      const glyph = await writeGlyph(stream);
      written.set(entry.text, glyph);
      glyphs.push(`${nameObject(entry.text)} ${glyph} 0 R`);
    }
    differences.push([code, entry.text]);
    code += 1;
  }
  const { text: unicode } = await writeUnicode(context, dict.get('ToUnicode'));
  // The widths in the glyphs would have to be compared with those of the font.
  context.lower('none');
  const number = out.add(
    dictText({
      ...{ Type: '/Font', Subtype: '/Type3', FontBBox: numberList(bounds), FontMatrix: numberList(matrix) },
      ...{ FirstChar: first, LastChar: first + Math.max(0, widths.length - 1), Widths: numberList(widths) },
      Encoding: `<</Type/Encoding/Differences${differenceList(differences)}>>`,
      ...{ CharProcs: `<<${glyphs.join('')}>>`, ToUnicode: unicode, Resources: resources.text() },
    }),
  );
  return { number, name: dict.name('Name') ?? 'Type3', codeBytes: 1, used: new Set(), facts: null };

  async function writeGlyph(stream: PdfStream): Promise<number> {
    try {
      const { content } = await writeContent(context, file.content(stream), resources);
      return out.add(streamObject(content, '', 'prefix'));
    } catch (error) {
      if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
      return out.add(streamObject(Buffer.from('0 0 d0'), '', 'prefix'));
    }
  }
}
