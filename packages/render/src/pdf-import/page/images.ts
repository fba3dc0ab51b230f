// Images (ISO 32000-1, 8.9): their data stays packed as it is, so that nothing is lost; it is checked to be what the
// dictionary says, so that a small file is no bomb for the viewers of a certificate.
import { deflateSync } from 'node:zlib';
import { readJpeg } from '../../pdf/images/jpeg.ts';
import { streamObject } from '../../pdf/syntax.ts';
import { PdfFault, tooComplex } from '../read/budget.ts';
import { type ImageFilter, imageData, inflatedSize } from '../read/filters.ts';
import { nameOf, PdfDict, type PdfStream, type PdfValue } from '../read/values.ts';
import { type ColorSpace, writeColorSpace } from './colors.ts';
import type { PageContext } from './context.ts';
import { dictText, numberList, reference } from './syntax.ts';

/** Pixels of one image; a page of A4 at 600 dpi has 35 million. */
const maxPixels = 40_000_000;
/** Bytes of one image's samples. */
const maxSampleBytes = 128 * 1024 * 1024;
/** Bytes; smaller samples are not worth packing. */
const minPacked = 256;
const jpegStart = Buffer.from([0xff, 0xd8]);
const jp2Start = Buffer.from('0000000c6a5020200d0a870a', 'hex');
const codestreamStart = Buffer.from('ff4fff51', 'hex');
const intents = new Set(['AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual']);

type Role = 'image' | 'mask' | 'soft-mask';

/** Short names of inline images (8.9.7). */
const longNames: Readonly<Record<string, string>> = {
  ...{ BPC: 'BitsPerComponent', CS: 'ColorSpace', D: 'Decode', DP: 'DecodeParms', F: 'Filter', H: 'Height' },
  ...{ IM: 'ImageMask', I: 'Interpolate', W: 'Width' },
};

/** The dictionary of an inline image with the names of others. */
export function inlineDict(short: PdfDict): PdfDict {
  const long = new PdfDict();
  for (const [key, value] of short.entries) long.entries.set(longNames[key] ?? key, value);
  return long;
}

/** Writes an image; null when it is damaged. `named` are the colour spaces of the resources. */
export async function writeXImage(
  context: PageContext,
  source: PdfValue | undefined,
  named: PdfDict | undefined,
  role: Role = 'image',
): Promise<number | null> {
  const written = await context.once(role, source, async () => {
    const stream = context.file.stream(source);
    try {
      return stream ? await writeStream(context, stream, named, role) : null;
    } catch (error) {
      if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
      return null;
    }
  });
  if (typeof written === 'number') return written;
  context.notes.add('damaged', { page: context.page });
  return null;
}

async function writeStream(
  context: PageContext,
  stream: PdfStream,
  named: PdfDict | undefined,
  role: Role,
): Promise<number | null> {
  const { file, out } = context;
  const { dict } = stream;
  const [width, height] = [file.number(dict.get('Width')), file.number(dict.get('Height'))];
  if (!isSide(width) || !isSide(height)) return null;
  if (width * height > maxPixels) throw tooComplex('pdf_image_pixels');
  const { data, filter } = imageData(stream, file.budget, file.resolve);
  const isStencil = role === 'mask' || (role === 'image' && file.resolve(dict.get('ImageMask')) === true);
  const isJpx = filter?.name === 'JPXDecode';
  const space = isStencil
    ? null
    : role === 'soft-mask'
      ? gray
      : await writeColorSpace(context, dict.get('ColorSpace'), named);
  if (!isStencil && !space && !isJpx) return null;
  const bits =
    isStencil || filter?.name === 'JBIG2Decode' || filter?.name === 'CCITTFaxDecode'
      ? 1
      : (file.number(dict.get('BitsPerComponent')) ?? 8);
  if (![1, 2, 4, 8, 16].includes(bits)) return null;
  const components = space?.components ?? 1;
  const packed = await packedData(context, { data, filter, width, height, bits, components });
  if (!packed) return null;
  const decode = file.numbers(dict.get('Decode'));
  const intent = nameOf(file.resolve(dict.get('Intent')));
  const entries = dictText({
    ...{ Type: '/XObject', Subtype: '/Image', Width: width, Height: height },
    ImageMask: isStencil ? true : null,
    ColorSpace: space?.text,
    BitsPerComponent: isJpx ? null : bits,
    Decode: decode.length === components * 2 && !isJpx ? numberList(decode) : null,
    Intent: intent !== undefined && intents.has(intent) ? `/${intent}` : null,
    ...(role === 'image' && !isStencil && (await masksOf(context, dict, { space, bits, isJpx }))),
    ...(role === 'soft-mask' && matteOf(file.numbers(dict.get('Matte')))),
    ...{ Filter: packed.filter && `/${packed.filter}`, DecodeParms: packed.parameters },
    Length: packed.data.length,
  });
  return out.add(
    Buffer.concat([
      Buffer.from(`${entries}\nstream\n`, 'latin1'),
      packed.data,
      Buffer.from('\nendstream', 'latin1'),
    ]),
  );
}

const gray: ColorSpace = { text: '/DeviceGray', components: 1, isIndexed: false };
const isSide = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 100_000;
const matteOf = (matte: number[]) =>
  matte.length > 0 && matte.length <= 32 ? { Matte: numberList(matte) } : {};

/** A soft mask, a stencil, or a range of colours that are transparent. */
async function masksOf(
  context: PageContext,
  dict: PdfDict,
  { space, bits, isJpx }: { space: ColorSpace | null; bits: number; isJpx: boolean },
): Promise<Record<string, string | number | null>> {
  const { file } = context;
  const soft = dict.get('SMask');
  if (file.stream(soft)) {
    const number = await writeXImage(context, soft, undefined, 'soft-mask');
    if (number !== null) context.isTransparent = true;
    return { SMask: number === null ? null : reference(number) };
  }
  const inData = file.number(dict.get('SMaskInData'));
  if (isJpx && (inData === 1 || inData === 2)) {
    context.isTransparent = true;
    return { SMaskInData: inData };
  }
  const mask = dict.get('Mask');
  if (file.stream(mask)) {
    const number = await writeXImage(context, mask, undefined, 'mask');
    return { Mask: number === null ? null : reference(number) };
  }
  const range = file.numbers(mask).map(Math.round);
  const isSound = range.every((value) => value >= 0 && value < 2 ** bits);
  return range.length > 0 && range.length === (space?.components ?? 0) * 2 && isSound
    ? { Mask: numberList(range) }
    : {};
}

interface Given {
  data: Buffer;
  filter: ImageFilter | null;
  width: number;
  height: number;
  bits: number;
  components: number;
}
interface Packed {
  data: Buffer;
  filter: string | null;
  parameters: string | null;
}

/** The data of an image if it is of the declared size, with the parameters of its filter; null when it is damaged. */
async function packedData(context: PageContext, given: Given): Promise<Packed | null> {
  const { file } = context;
  const { data, filter, width, height, bits, components } = given;
  const rowBytes = Math.ceil((width * bits * components) / 8);
  const size = rowBytes * height;
  if (size > maxSampleBytes) throw tooComplex('pdf_image_large');
  file.budget.spendSamples(size);
  const parameters = filter?.parameters ?? null;
  const integer = (key: string): number | undefined => {
    const value = file.number(parameters?.get(key));
    return value !== undefined && Number.isInteger(value) && Math.abs(value) <= 100_000 ? value : undefined;
  };
  const flag = (key: string): boolean | null => {
    const value = file.resolve(parameters?.get(key));
    return typeof value === 'boolean' ? value : null;
  };
  if (filter === null) {
    if (data.length < size) return null;
    const samples = data.subarray(0, size);
    if (size < minPacked) return { data: samples, filter: null, parameters: null };
    return { data: deflateSync(samples), filter: 'FlateDecode', parameters: null };
  }
  if (filter.name === 'FlateDecode') {
    const predictor = integer('Predictor') ?? 1;
    const [colors, depth, columns] = [
      integer('Colors') ?? 1,
      integer('BitsPerComponent') ?? 8,
      integer('Columns') ?? 1,
    ];
    const isPredicted = predictor > 1;
    const predictedRow = Math.ceil((colors * depth * columns) / 8);
    if (isPredicted && (predictor > 15 || predictedRow < 1)) return null;
    const rows = isPredicted ? Math.ceil(size / predictedRow) : height;
    const expected = isPredicted ? rows * (predictedRow + (predictor >= 10 ? 1 : 0)) : size;
    if (expected > maxSampleBytes * 2) throw tooComplex('pdf_image_large');
    // A few bytes more are an end of line that belongs to no row.
    const found = await inflatedSize(data, expected + 4_096);
    if (!found || found.size < expected || found.size > expected + 4_096) return null;
    const kept = isPredicted
      ? dictText({ Predictor: predictor, Colors: colors, BitsPerComponent: depth, Columns: columns })
      : null;
    return { data: data.subarray(0, found.taken), filter: 'FlateDecode', parameters: kept };
  }
  if (filter.name === 'DCTDecode') {
    if (!data.subarray(0, 2).equals(jpegStart)) return null;
    const jpeg = (() => {
      try {
        return readJpeg(data);
      } catch {
        return null;
      }
    })();
    if (!jpeg || jpeg.components !== components) return null;
    if (jpeg.width * jpeg.height > maxPixels) throw tooComplex('pdf_image_pixels');
    const transform = integer('ColorTransform');
    return {
      ...{ data: jpeg.bytes, filter: 'DCTDecode' },
      parameters: transform === 0 || transform === 1 ? dictText({ ColorTransform: transform }) : null,
    };
  }
  if (filter.name === 'JPXDecode') {
    const isWrapped = data.subarray(0, 12).equals(jp2Start);
    if (!isWrapped && !data.subarray(0, 4).equals(codestreamStart)) return null;
    const declared = codestreamSize(data);
    if (!declared || declared.width * declared.height > maxPixels) throw tooComplex('pdf_image_pixels');
    // Archives accept some of the colours and depths of JPEG 2000 only (ISO 19005-2, 6.2.8.3).
    context.lower('none');
    return { data, filter: 'JPXDecode', parameters: null };
  }
  if (filter.name === 'CCITTFaxDecode') {
    const columns = integer('Columns') ?? 1_728;
    const rows = integer('Rows') ?? 0;
    if (columns < 1 || rows < 0 || columns * Math.max(rows, height) > maxPixels) return null;
    const kept = dictText({
      ...{ K: integer('K') ?? 0, Columns: columns, Rows: rows === 0 ? height : rows },
      ...{ EndOfLine: flag('EndOfLine'), EncodedByteAlign: flag('EncodedByteAlign') },
      ...{ EndOfBlock: flag('EndOfBlock'), BlackIs1: flag('BlackIs1') },
    });
    return { data, filter: 'CCITTFaxDecode', parameters: kept };
  }
  const globals = file.stream(parameters?.get('JBIG2Globals'));
  const shared = globals
    ? await context.once('globals', parameters?.get('JBIG2Globals'), async () =>
        context.out.add(streamObject(file.content(globals), '', 'prefix')),
      )
    : null;
  return {
    ...{ data, filter: 'JBIG2Decode' },
    parameters: typeof shared === 'number' ? dictText({ JBIG2Globals: reference(shared) }) : null,
  };
}

/** The size in the SIZ marker of a JPEG 2000 codestream (ISO/IEC 15444-1, A.5.1). */
function codestreamSize(data: Buffer): { width: number; height: number } | null {
  const at = data.indexOf(codestreamStart);
  if (at < 0 || at + 24 > data.length) return null;
  const [x, y, left, top] = [8, 12, 16, 20].map((offset) => data.readUInt32BE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  return x > left && y > top ? { width: x - left, height: y - top } : null;
}
