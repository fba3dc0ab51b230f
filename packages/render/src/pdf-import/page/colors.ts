// Colour spaces (ISO 32000-1, 8.6). DeviceCMYK becomes a profile: a file for archives has the output intent of a screen.
import { isUsable } from '../../pdf/images/profile.ts';
import { nameObject, streamObject } from '../../pdf/syntax.ts';
import { nameOf, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../read/values.ts';
import type { PageContext } from './context.ts';
import { writeFunction } from './functions.ts';
import { dictText, numberList, reference, stringText } from './syntax.ts';

/** A colour space: how it is written, and its number of components. */
export interface ColorSpace {
  text: string;
  components: number;
  /** Whether its components are those of a device or profile, as images with their own decoder need them. */
  isIndexed: boolean;
}

const devices: Readonly<Record<string, { text: string; components: number }>> = {
  DeviceGray: { text: '/DeviceGray', components: 1 },
  G: { text: '/DeviceGray', components: 1 },
  CalGray: { text: '/DeviceGray', components: 1 },
  DeviceRGB: { text: '/DeviceRGB', components: 3 },
  RGB: { text: '/DeviceRGB', components: 3 },
  CalRGB: { text: '/DeviceRGB', components: 3 },
};
const maxColorants = 32;
const maxDepth = 4;

/** The profile that stands for DeviceCMYK, as a colour space. */
export async function cmykSpace(context: PageContext): Promise<string> {
  const number = await context.once('cmyk', new PdfRef(0), async () =>
    context.out.add(streamObject(context.cmykProfile, '/N 4', 'prefix')),
  );
  return `[/ICCBased ${number} 0 R]`;
}

/** Writes a colour space; null when it is damaged. `named` are those of the resources. */
export async function writeColorSpace(
  context: PageContext,
  source: PdfValue | undefined,
  named: PdfDict | undefined,
  depth = 0,
): Promise<ColorSpace | null> {
  const { file } = context;
  const value = file.resolve(source);
  if (depth > maxDepth) return null;
  const name = nameOf(value);
  if (name !== undefined) {
    const device = devices[name];
    if (device) return { ...device, isIndexed: false };
    if (name === 'DeviceCMYK' || name === 'CMYK' || name === 'CalCMYK') {
      return { text: await cmykSpace(context), components: 4, isIndexed: false };
    }
    if (name === 'Pattern') return { text: '/Pattern', components: 0, isIndexed: false };
    const other = named?.get(name);
    return other === undefined ? null : writeColorSpace(context, other, undefined, depth + 1);
  }
  if (!Array.isArray(value)) return null;
  const family = nameOf(file.resolve(value[0]));
  if (value.length === 1 && family !== undefined) {
    return writeColorSpace(context, file.resolve(value[0]), named, depth + 1);
  }
  const base = (index: number) => writeColorSpace(context, value[index], named, depth + 1);
  if (family === 'ICCBased') return profiled(context, value[1], depth);
  if (family === 'CalGray' || family === 'CalRGB' || family === 'Lab')
    return calibrated(context, family, value[1]);
  if (family === 'Indexed' || family === 'I') {
    const space = await base(1);
    const top = file.number(value[2]) ?? 255;
    const table = file.resolve(value[3]);
    const bytes = table instanceof PdfStream ? file.content(table) : Buffer.isBuffer(table) ? table : null;
    if (!space || space.components < 1 || !bytes || top < 0 || top > 255) return null;
    // Viewers differ on a table that is too short.
    const whole = Buffer.alloc((Math.floor(top) + 1) * space.components);
    bytes.copy(whole);
    return {
      text: `[/Indexed ${space.text} ${Math.floor(top)} ${stringText(whole)}]`,
      components: 1,
      isIndexed: true,
    };
  }
  if (family === 'Separation' || family === 'DeviceN') {
    const colorants =
      family === 'DeviceN'
        ? file.array(value[1]).map((one) => nameOf(file.resolve(one)))
        : [nameOf(file.resolve(value[1]))];
    const alternate = await base(2);
    const tint = await writeFunction(context, value[3]);
    if (colorants.length < 1 || colorants.length > maxColorants || !alternate || tint === null) return null;
    const names = colorants.map((colorant) => nameObject(colorant ?? 'None'));
    // PDF/A asks for a description of each colorant of DeviceN (ISO 19005-2, 6.2.4.4), which is not kept.
    if (family === 'DeviceN') context.lower('none');
    return {
      text: `[/${family} ${family === 'DeviceN' ? `[${names.join(' ')}]` : names[0]} ${alternate.text} ${tint}]`,
      components: names.length,
      isIndexed: false,
    };
  }
  if (family === 'Pattern') {
    const space = await base(1);
    return space && { ...space, text: `[/Pattern ${space.text}]` };
  }
  return null;
}

async function profiled(
  context: PageContext,
  source: PdfValue | undefined,
  depth: number,
): Promise<ColorSpace | null> {
  const { file } = context;
  const stream = file.stream(source);
  const components = file.number(stream?.dict.get('N'));
  if (!stream || (components !== 1 && components !== 3 && components !== 4)) {
    const alternate = stream?.dict.get('Alternate');
    return alternate === undefined ? null : writeColorSpace(context, alternate, undefined, depth + 1);
  }
  const written = await context.once('profile', source, async () => {
    const bytes = file.content(stream);
    // Some profiles are padded; their header says where they end.
    const profile =
      bytes.length > 132 ? bytes.subarray(0, Math.min(bytes.length, bytes.readUInt32BE(0))) : bytes;
    if (!isUsable(profile, components)) return null;
    return reference(context.out.add(streamObject(profile, `/N ${components}`, 'prefix')));
  });
  if (typeof written === 'string') return { text: `[/ICCBased ${written}]`, components, isIndexed: false };
  const text = components === 4 ? await cmykSpace(context) : components === 3 ? '/DeviceRGB' : '/DeviceGray';
  return { text, components, isIndexed: false };
}

function calibrated(
  { file }: PageContext,
  family: 'CalGray' | 'CalRGB' | 'Lab',
  source: PdfValue | undefined,
): ColorSpace | null {
  const dict = file.dict(source);
  const list = (key: string, length: number): string | null => {
    const numbers = file.numbers(dict?.get(key));
    return numbers.length === length ? numberList(numbers) : null;
  };
  const white = list('WhitePoint', 3);
  const components = family === 'CalGray' ? 1 : 3;
  if (white === null) {
    return family === 'Lab'
      ? null
      : { text: components === 1 ? '/DeviceGray' : '/DeviceRGB', components, isIndexed: false };
  }
  const gray = family === 'CalGray' ? { Gamma: file.number(dict?.get('Gamma')) } : {};
  const rgb = family === 'CalRGB' ? { Gamma: list('Gamma', 3), Matrix: list('Matrix', 9) } : {};
  const lab = family === 'Lab' ? { Range: list('Range', 4) } : {};
  const entries = dictText({ WhitePoint: white, BlackPoint: list('BlackPoint', 3), ...gray, ...rgb, ...lab });
  return { text: `[/${family} ${entries}]`, components, isIndexed: false };
}
