import { streamObject } from '../syntax.ts';
import { type ImageWriter, UnreadableImage, type WrittenImage } from './image.ts';
import { exact, lengthOf, numbersOf } from './svg/geometry.ts';
import { type Markup, parseMarkup } from './svg/markup.ts';
import { paintSvg } from './svg/painter.ts';

/** Size limit in bytes; a larger file is usually a traced photograph, not a drawing. */
const largestFile = 2_000_000;

/** Whether it is markup that begins with an `svg` element. */
export function isSvg(bytes: Buffer): boolean {
  const head = bytes.toString('utf8', 0, 4_096).replace(/^\ufeff/, '');
  return /^\s*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<(?:svg:)?svg[\s>]/i.test(head);
}

/**
 * Writes an SVG as vectors: shapes with colours and gradients, groups, internal references and clip paths. Scripts,
 * styles with external references, filters, masks, texts and images are rejected by name. Throws UnreadableImage.
 */
export function writeSvg(bytes: Buffer, writer: ImageWriter): WrittenImage {
  if (bytes.length > largestFile) throw new UnreadableImage('svg_large', { max: largestFile / 1_000_000 });
  const root = parseMarkup(bytes.toString('utf8'));
  const { left, top, width, height } = windowOf(root);
  const bounds = [left, top, left + width, top + height].map(exact).join(' ');
  const { operators, resources, isTransparent } = paintSvg(root, writer);
  if (operators === '') throw new UnreadableImage('svg_blank');
  // An image is drawn into the unit square, with y upwards.
  const matrix = [1 / width, 0, 0, -1 / height, -left / width, 1 + top / height].map(exact).join(' ');
  const number = writer.add(
    streamObject(
      Buffer.from(operators, 'latin1'),
      `/Type/XObject/Subtype/Form/BBox[${bounds}]/Matrix[${matrix}]/Resources${resources}`,
      'prefix',
    ),
  );
  return { number, width, height, orientation: 1, isForm: true, isTransparent };
}

/** The visible area of the drawing in user units (SVG 2, 8.2): the whole viewBox, centred if the proportions differ. */
function windowOf({ attributes }: Markup): { left: number; top: number; width: number; height: number } {
  const size = (name: string) => {
    const value = attributes.get(name);
    return value?.trim().endsWith('%') ? null : lengthOf(value);
  };
  const [wide, high] = [size('width'), size('height')];
  const [left = 0, top = 0, width = wide ?? 300, height = high ?? 150] = numbersOf(attributes.get('viewBox'));
  const all = [left, top, width, height, wide ?? width, high ?? height];
  if (
    width <= 0 ||
    height <= 0 ||
    (wide ?? 1) <= 0 ||
    (high ?? 1) <= 0 ||
    all.some((one) => Math.abs(one) > 1e6)
  ) {
    throw new UnreadableImage('svg_size');
  }
  const isStretched = attributes.get('preserveAspectRatio')?.trim() === 'none';
  if (wide === null || high === null || isStretched) return { left, top, width, height };
  const scale = Math.min(wide / width, high / height);
  const [seenWidth, seenHeight] = [wide / scale, high / scale];
  return {
    left: left - (seenWidth - width) / 2,
    top: top - (seenHeight - height) / 2,
    width: seenWidth,
    height: seenHeight,
  };
}
