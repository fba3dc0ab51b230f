// Graphics state parameter dictionaries (ISO 32000-1, 8.4.5). Those for printing presses (overprint, transfer functions,
// halftones, black generation) are left out: PDF/A forbids them, and screens do not use them.
import { nameOf, PdfDict, PdfName, type PdfValue } from '../read/values.ts';
import type { PageContext, ResourceSource } from './context.ts';
import { writeFunction } from './functions.ts';
import { renderingIntents } from './operators.ts';
import { dictText, numberList, numberText } from './syntax.ts';
import { writeForm } from './x-objects.ts';

const blendModes = new Set([
  ...['Normal', 'Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn', 'HardLight'],
  ...['SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
]);

export async function writeGraphicsState(
  context: PageContext,
  source: PdfValue,
  { source: resources }: Pick<ResourceSource, 'source'>,
): Promise<string | null> {
  const { file } = context;
  const dict = file.dict(source);
  if (!dict) return null;
  const number = (key: string) => file.number(dict.get(key));
  const opacity = (key: string) => {
    const value = number(key);
    if (value === undefined) return undefined;
    const clamped = Math.max(0, Math.min(1, value));
    if (clamped < 1) context.isTransparent = true;
    return clamped;
  };
  const flag = (key: string) => {
    const value = file.resolve(dict.get(key));
    return typeof value === 'boolean' ? value : null;
  };
  const [dashes, phase] = file.array(dict.get('D'));
  const intent = nameOf(file.resolve(dict.get('RI')));
  return dictText({
    ...{ Type: '/ExtGState', LW: number('LW'), LC: number('LC'), LJ: number('LJ'), ML: number('ML') },
    D:
      dashes === undefined
        ? null
        : `[${numberList(file.numbers(dashes))} ${numberText(file.number(phase) ?? 0)}]`,
    RI: intent !== undefined && renderingIntents.has(intent) ? `/${intent}` : null,
    ...{ FL: number('FL'), SM: number('SM'), SA: flag('SA'), AIS: flag('AIS'), TK: flag('TK') },
    ...{ CA: opacity('CA'), ca: opacity('ca'), BM: blendMode(context, dict.get('BM')) },
    SMask: await softMask(context, dict.get('SMask'), resources),
  });
}

/** The first known one of a list (11.3.5). */
function blendMode(context: PageContext, source: PdfValue | undefined): string | null {
  const { file } = context;
  const value = file.resolve(source);
  const names =
    value instanceof PdfName ? [value.text] : file.array(value).map((one) => nameOf(file.resolve(one)));
  const mode = names.find((name) => name !== undefined && (blendModes.has(name) || name === 'Compatible'));
  if (mode === undefined) return null;
  if (mode !== 'Normal' && mode !== 'Compatible') {
    context.isTransparent = true;
    context.isBlended = true;
  }
  return mode === 'Compatible' ? '/Normal' : `/${mode}`;
}

async function softMask(
  context: PageContext,
  source: PdfValue | undefined,
  resources: PdfDict | undefined,
): Promise<string | null> {
  const { file } = context;
  const value = file.resolve(source);
  if (value instanceof PdfName) return value.text === 'None' ? '/None' : null;
  if (!(value instanceof PdfDict)) return null;
  const kind = value.name('S');
  const group = await writeForm(context, value.get('G'), resources);
  if (group === null || (kind !== 'Alpha' && kind !== 'Luminosity')) return null;
  context.isTransparent = true;
  const backdrop = file.numbers(value.get('BC'));
  const transfer = value.get('TR');
  const isIdentity = nameOf(file.resolve(transfer)) === 'Identity';
  return dictText({
    ...{ Type: '/Mask', S: `/${kind}`, G: `${group} 0 R` },
    // The group is blended in gray or red, green and blue.
    BC: backdrop.length === 1 || backdrop.length === 3 ? numberList(backdrop) : null,
    TR: transfer === undefined ? null : isIdentity ? '/Identity' : await writeFunction(context, transfer),
  });
}
