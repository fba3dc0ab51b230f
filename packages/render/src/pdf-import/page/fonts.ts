// Fonts (ISO 32000-1, 9.5 to 9.10) with their programs, which must be in the file.
import { nameObject, streamObject } from '../../pdf/syntax.ts';
import { PdfFault } from '../read/budget.ts';
import { nameOf, type PdfDict, PdfName, PdfStream, type PdfValue } from '../read/values.ts';
import type { PageContext } from './context.ts';
import type { FontFacts, PageFont, ProgramKind } from './page-font.ts';
import { dictText, differenceList, numberList, numberText, reference, stringText } from './syntax.ts';

const simpleTypes = new Set(['Type1', 'MMType1', 'TrueType']);
const baseEncodings = new Set([
  'WinAnsiEncoding',
  'MacRomanEncoding',
  'MacExpertEncoding',
  'StandardEncoding',
]);
const maxWidths = 100_000;
const isIdentity = (name: string | undefined) => name === 'Identity-H' || name === 'Identity-V';

/** Writes a font dictionary; null when it is no font. Type 3 fonts are written by their content. */
export async function writeFontDict(context: PageContext, dict: PdfDict): Promise<PageFont | null> {
  const subtype = dict.name('Subtype') ?? '';
  if (subtype === 'Type0') return writeComposite(context, dict);
  return simpleTypes.has(subtype) ? writeSimple(context, dict, subtype) : null;
}

async function writeSimple(context: PageContext, dict: PdfDict, subtype: string): Promise<PageFont> {
  const { file, out } = context;
  const name = dict.name('BaseFont') ?? 'Font';
  const descriptor = file.dict(dict.get('FontDescriptor'));
  const program = descriptor && programOf(context, descriptor);
  const used = new Set<number>();
  const first = clampCode(file.number(dict.get('FirstChar')) ?? 0);
  const widths = file.numbers(dict.get('Widths')).slice(0, 256 - first);
  const encoding = encodingOf(context, dict.get('Encoding'));
  const { text: unicode, content: characters } = await writeUnicode(context, dict.get('ToUnicode'));
  const flags = file.number(descriptor?.get('Flags')) ?? 0;
  const missing = file.number(descriptor?.get('MissingWidth')) ?? 0;
  const facts: FontFacts = {
    ...{ subtype, program: program ?? null, unicode: characters },
    ...{ isSymbolic: (flags & 4) !== 0, encoding: encoding.base, differences: encoding.differences },
    widthOf: (code) => widths[code - first] ?? missing,
    cidToGid: null,
  };
  const shared = { name, codeBytes: 1, used, facts } as const;
  if (!descriptor || !program) return { ...shared, number: null };
  const written = dictText({
    ...{ Type: '/Font', Subtype: `/${subtype}`, BaseFont: nameObject(name) },
    // Without widths viewers take those of the program.
    ...(widths.length > 0 && {
      ...{ FirstChar: first, LastChar: first + widths.length - 1, Widths: numberList(widths) },
    }),
    FontDescriptor: reference(writeDescriptor(context, descriptor, name, program)),
    Encoding: encoding.text,
    ToUnicode: unicode,
  });
  return { ...shared, number: out.add(written) };
}

const clampCode = (code: number): number => Math.max(0, Math.min(255, Math.floor(code)));

/** The encoding of a simple font (9.6.6). */
function encodingOf(
  { file }: PageContext,
  source: PdfValue | undefined,
): { text: string | null; base: string | null; differences: Map<number, string> } {
  const value = file.resolve(source);
  const known = (name: string | undefined) => (name !== undefined && baseEncodings.has(name) ? name : null);
  const differences = new Map<number, string>();
  if (value instanceof PdfName) {
    const base = known(value.text);
    return { text: base && `/${base}`, base, differences };
  }
  const dict = file.dict(value);
  if (!dict) return { text: null, base: null, differences };
  const base = known(dict.name('BaseEncoding'));
  let code = 0;
  for (const item of file.array(dict.get('Differences'))) {
    const entry = file.resolve(item);
    if (typeof entry === 'number') code = clampCode(entry);
    else if (entry instanceof PdfName && code <= 255) differences.set(code++, entry.text);
  }
  const text = dictText({
    ...{ Type: '/Encoding', BaseEncoding: base && `/${base}` },
    Differences: differences.size > 0 ? differenceList(differences) : null,
  });
  return { text, base, differences };
}

/** A CMap from codes to characters (9.10.3); null when there is none. */
export async function writeUnicode(
  context: PageContext,
  source: PdfValue | undefined,
): Promise<{ text: string | null; content: Buffer | null }> {
  const { file } = context;
  const stream = file.stream(source);
  const content = stream && readable(() => file.content(stream));
  if (!content?.includes('endcmap')) return { text: null, content: null };
  const written = await context.once('unicode', source, async () =>
    context.out.add(streamObject(content, '', 'prefix')),
  );
  return { text: reference(written as number), content };
}

/** Undefined for damaged data. */
function readable(read: () => Buffer): Buffer | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
    return undefined;
  }
}

/** The program of a font; null when it is not in the file, or damaged. */
function programOf(context: PageContext, descriptor: PdfDict): NonNullable<FontFacts['program']> | null {
  const { file } = context;
  for (const key of ['FontFile', 'FontFile2', 'FontFile3']) {
    const stream = file.stream(descriptor.get(key));
    if (!stream) continue;
    const bytes = readable(() => file.content(stream));
    const kind = bytes ? programKind(bytes) : null;
    if (bytes && kind !== null) return { kind, bytes };
  }
  return null;
}

function programKind(bytes: Buffer): ProgramKind | null {
  const head = bytes.toString('latin1', 0, 4);
  if (head === '\0\x01\0\0' || head === 'true') return 'truetype';
  if (head === 'OTTO') return 'opentype';
  if (head.startsWith('%!') || bytes[0] === 0x80) return 'type1';
  return bytes[0] === 1 && bytes.length > 4 && (bytes[2] ?? 0) >= 4 && (bytes[3] ?? 9) <= 4 ? 'cff' : null;
}

/** `subtype` of FontFile3 follows from the program and the font. */
function writeProgram(
  context: PageContext,
  descriptor: PdfDict,
  program: NonNullable<FontFacts['program']>,
): string {
  const { file, out } = context;
  const { kind, bytes } = program;
  if (kind === 'truetype') {
    return `/FontFile2 ${out.add(streamObject(bytes, `/Length1 ${bytes.length}`, 'prefix'))} 0 R`;
  }
  if (kind === 'type1') {
    const source = file.stream(descriptor.get('FontFile'))?.dict;
    const length = (key: string) => Math.max(0, Math.floor(file.number(source?.get(key)) ?? 0));
    const lengths = `/Length1 ${length('Length1')}/Length2 ${length('Length2')}/Length3 ${length('Length3')}`;
    return `/FontFile ${out.add(streamObject(bytes, lengths, 'prefix'))} 0 R`;
  }
  const declared = file.stream(descriptor.get('FontFile3'))?.dict.name('Subtype');
  const subtype = kind === 'opentype' ? 'OpenType' : declared === 'CIDFontType0C' ? declared : 'Type1C';
  return `/FontFile3 ${out.add(streamObject(bytes, `/Subtype/${subtype}`, 'prefix'))} 0 R`;
}

function writeDescriptor(
  context: PageContext,
  descriptor: PdfDict,
  name: string,
  program: NonNullable<FontFacts['program']>,
): number {
  const { file } = context;
  const number = (key: string) => file.number(descriptor.get(key));
  const bounds = file.numbers(descriptor.get('FontBBox'));
  const entries = dictText({
    ...{ Type: '/FontDescriptor', FontName: nameObject(name), Flags: (number('Flags') ?? 4) & 0x7ffff },
    ...{ FontBBox: numberList(bounds.length === 4 ? bounds : [0, -200, 1000, 900]) },
    ...{ ItalicAngle: number('ItalicAngle') ?? 0, Ascent: number('Ascent') ?? 800 },
    ...{
      Descent: number('Descent') ?? -200,
      CapHeight: number('CapHeight') ?? 700,
      StemV: number('StemV') ?? 80,
    },
    ...{ XHeight: number('XHeight'), StemH: number('StemH'), Leading: number('Leading') },
    ...{ AvgWidth: number('AvgWidth'), MaxWidth: number('MaxWidth'), MissingWidth: number('MissingWidth') },
  });
  return context.out.add(`${entries.slice(0, -2)}${writeProgram(context, descriptor, program)}>>`);
}

async function writeComposite(context: PageContext, dict: PdfDict): Promise<PageFont | null> {
  const { file, out } = context;
  const name = dict.name('BaseFont') ?? 'Font';
  const cid = file.dict(file.array(dict.get('DescendantFonts'))[0]);
  const subtype = cid?.name('Subtype') ?? '';
  if (!cid || (subtype !== 'CIDFontType0' && subtype !== 'CIDFontType2')) return null;
  const descriptor = file.dict(cid.get('FontDescriptor'));
  const program = descriptor && programOf(context, descriptor);
  const encoding = await writeCMap(context, dict.get('Encoding'));
  const { text: unicode, content: characters } = await writeUnicode(context, dict.get('ToUnicode'));
  const map = file.stream(cid.get('CIDToGIDMap'));
  const cidToGid = map ? file.content(map) : null;
  const widths = cidWidths(context, cid.get('W'));
  const byDefault = file.number(cid.get('DW')) ?? 1_000;
  const encodingName = nameOf(file.resolve(dict.get('Encoding')));
  const facts: FontFacts = {
    ...{ subtype, program: program ?? null, unicode: characters, isSymbolic: true },
    ...{ encoding: encodingName ?? null, differences: new Map<number, string>(), cidToGid },
    widthOf: (code) => widths.byCid.get(code) ?? byDefault,
  };
  const codeBytes = isIdentity(encodingName) ? 2 : 0;
  const shared = { name, codeBytes, used: new Set<number>(), facts } as const;
  if (!descriptor || !program || encoding === null) return { ...shared, number: null };
  const baseName = cid.name('BaseFont') ?? name;
  const vertical = file.numbers(cid.get('DW2'));
  const descendant = out.add(
    dictText({
      ...{ Type: '/Font', Subtype: `/${subtype}`, BaseFont: nameObject(baseName) },
      CIDSystemInfo: systemInfo(context, cid.get('CIDSystemInfo')),
      FontDescriptor: reference(writeDescriptor(context, descriptor, baseName, program)),
      ...{ DW: byDefault, W: widths.text, DW2: vertical.length === 2 ? numberList(vertical) : null },
      W2: verticalMetrics(context, cid.get('W2')),
      CIDToGIDMap:
        subtype === 'CIDFontType2'
          ? cidToGid
            ? reference(out.add(streamObject(cidToGid, '', 'prefix')))
            : '/Identity'
          : null,
    }),
  );
  const number = out.add(
    dictText({
      ...{ Type: '/Font', Subtype: '/Type0', BaseFont: nameObject(name), Encoding: encoding },
      ...{ DescendantFonts: `[${descendant} 0 R]`, ToUnicode: unicode },
    }),
  );
  return { ...shared, number };
}

function systemInfo({ file }: PageContext, source: PdfValue | undefined): string {
  const dict = file.dict(source);
  const string = (key: string, byDefault: string): string => {
    const value = file.resolve(dict?.get(key));
    return stringText(Buffer.isBuffer(value) && value.length < 100 ? value : Buffer.from(byDefault));
  };
  return dictText({
    ...{ Registry: string('Registry', 'Adobe'), Ordering: string('Ordering', 'Identity') },
    Supplement: file.number(dict?.get('Supplement')) ?? 0,
  });
}

/** A predefined CMap by its name, or an embedded one (9.7.5). */
async function writeCMap(context: PageContext, source: PdfValue | undefined): Promise<string | null> {
  const { file } = context;
  const value = file.resolve(source);
  if (value instanceof PdfName) return /^[A-Za-z0-9-]{1,60}$/.test(value.text) ? `/${value.text}` : null;
  if (!(value instanceof PdfStream)) return null;
  const written = await context.once('cmap', source, async () => {
    const { dict } = value;
    const wmode = file.number(dict.get('WMode'));
    const base = dict.get('UseCMap');
    const inner = base === undefined ? null : await writeCMap(context, base);
    const entries = dictText({
      ...{ Type: '/CMap', CMapName: nameObject(dict.name('CMapName') ?? 'Custom') },
      CIDSystemInfo: systemInfo(context, dict.get('CIDSystemInfo')),
      WMode: wmode === 1 ? 1 : null,
      UseCMap: inner,
    });
    return context.out.add(streamObject(file.content(value), entries.slice(2, -2), 'prefix'));
  });
  return typeof written === 'number' ? reference(written) : null;
}

/** The widths of CIDs (9.7.4.3), written anew. */
function cidWidths(
  { file }: PageContext,
  source: PdfValue | undefined,
): { text: string | null; byCid: Map<number, number> } {
  const byCid = new Map<number, number>();
  const parts: string[] = [];
  const items = file.array(source);
  for (let at = 0; at < items.length; ) {
    const first = file.number(items[at]);
    const second = file.resolve(items[at + 1]);
    if (first === undefined || first < 0 || byCid.size > maxWidths) break;
    if (Array.isArray(second)) {
      const widths = file.numbers(second).slice(0, maxWidths);
      for (const [index, width] of widths.entries()) byCid.set(first + index, width);
      parts.push(`${numberText(first)}${numberList(widths)}`);
      at += 2;
      continue;
    }
    const width = file.number(items[at + 2]);
    if (typeof second !== 'number' || width === undefined || second < first || second - first > 65_535) break;
    for (let cid = first; cid <= second; cid += 1) byCid.set(cid, width);
    parts.push([first, second, width].map(numberText).join(' '));
    at += 3;
  }
  return { text: parts.length > 0 ? `[${parts.join(' ')}]` : null, byCid };
}

function verticalMetrics({ file }: PageContext, source: PdfValue | undefined): string | null {
  const items = file.array(source).slice(0, maxWidths);
  if (items.length === 0) return null;
  const parts = items.map((item) => {
    const value = file.resolve(item);
    if (typeof value === 'number') return numberText(value);
    return Array.isArray(value) ? numberList(file.numbers(value).slice(0, maxWidths)) : '0';
  });
  return `[${parts.join(' ')}]`;
}
