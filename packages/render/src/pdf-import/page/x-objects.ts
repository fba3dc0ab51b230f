// Form and image XObjects (ISO 32000-1, 8.10 and 8.9). PostScript XObjects are left out.
import { streamObject } from '../../pdf/syntax.ts';
import { PdfFault } from '../read/budget.ts';
import type { PdfDict, PdfStream, PdfValue } from '../read/values.ts';
import { writeContent } from './content.ts';
import type { PageContext, ResourceSource } from './context.ts';
import { writeXImage } from './images.ts';
import { dictText, numberList, reference } from './syntax.ts';
import { UsedResources } from './used-resources.ts';

/** A reference to the object written anew; null for what is left out. */
export async function writeXObject(
  context: PageContext,
  source: PdfValue,
  { source: resources, colorSpaces }: ResourceSource,
): Promise<string | null> {
  const { file, layers } = context;
  const stream = file.stream(source);
  if (!stream || !layers.isShown(stream.dict.get('OC'))) return null;
  const subtype = stream.dict.name('Subtype');
  const number =
    subtype === 'Image'
      ? await writeXImage(context, source, colorSpaces)
      : subtype === 'Form'
        ? await writeForm(context, source, resources)
        : null;
  return number === null ? null : reference(number);
}

/** A form; one without resources uses those of the content that shows it. */
export async function writeForm(
  context: PageContext,
  source: PdfValue | undefined,
  inherited: PdfDict | undefined,
  entries: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const written = await context.once(`form ${JSON.stringify(entries)}`, source, async () => {
    const stream = context.file.stream(source);
    try {
      return stream ? await formObject(context, stream, inherited, entries) : null;
    } catch (error) {
      if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
      context.notes.add('damaged', { page: context.page });
      return null;
    }
  });
  return typeof written === 'number' ? written : null;
}

async function formObject(
  context: PageContext,
  stream: PdfStream,
  inherited: PdfDict | undefined,
  entries: Readonly<Record<string, string>>,
): Promise<number | null> {
  const { file, out } = context;
  const { dict } = stream;
  const bounds = file.numbers(dict.get('BBox'));
  if (bounds.length !== 4) return null;
  const matrix = file.numbers(dict.get('Matrix'));
  const group = groupText(context, dict.get('Group'));
  const resources = new UsedResources(context, file.dict(dict.get('Resources')) ?? inherited);
  const { content, cost } = await writeContent(context, file.content(stream), resources);
  const written = dictText({
    ...{ Type: '/XObject', Subtype: '/Form', BBox: numberList(bounds) },
    Matrix: matrix.length === 6 ? numberList(matrix) : null,
    ...{ Group: group, Resources: resources.text() },
    ...entries,
  });
  const number = out.add(streamObject(content, written.slice(2, -2), 'prefix'));
  context.costs.set(number, cost);
  return number;
}

/**
 * A transparency group (11.6.6). It is blended in the colours of a screen: a profile that only converts ink to colours
 * cannot be blended in.
 */
function groupText(context: PageContext, source: PdfValue | undefined): string | null {
  const { file } = context;
  const group = file.dict(source);
  if (group?.name('S') !== 'Transparency') return null;
  context.isTransparent = true;
  const isGray = group.name('CS') === 'DeviceGray' || group.name('CS') === 'CalGray';
  return dictText({
    ...{ Type: '/Group', S: '/Transparency', CS: isGray ? '/DeviceGray' : '/DeviceRGB' },
    I: file.resolve(group.get('I')) === true ? true : null,
    K: file.resolve(group.get('K')) === true ? true : null,
  });
}
