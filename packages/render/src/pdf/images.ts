import type { Design, ImageElement } from '@sello/contracts';
import {
  errorPlace,
  isSignatureImage,
  kindOf,
  logoVariable,
  printedElements,
  studentImages,
} from '@sello/design';
import { AppError } from '@sello/kit';
import { isPdfPage, writePdfPage } from '../pdf-import/embed.ts';
import { LettersLost } from '../pdf-import/lost-letters.ts';
import {
  type ImageWriter,
  isJpeg,
  isPng,
  isWebp,
  UnreadableImage,
  type WrittenImage,
} from './images/image.ts';
import { writeJpeg } from './images/jpeg.ts';
import { writePng } from './images/png.ts';
import { isSvg, writeSvg } from './images/svg.ts';
import { writeWebp } from './images/webp.ts';

export type { WrittenImage } from './images/image.ts';

/**
 * The error of an image and its origin. `assetId` is the id of an asset, or the image variable in braces; `element` is
 * the name of the element that shows it.
 */
export function unreadableImage(
  assetId: string,
  of: { element?: string | undefined; cause?: unknown } = {},
): AppError {
  const { element, cause } = of;
  const variable = /^\{\{(.*)\}\}$/.exec(assetId)?.[1];
  const details = {
    assetId,
    ...(element !== undefined && { element }),
    ...(variable === logoVariable && { logo: true }),
    ...(variable !== undefined && isSignatureImage(variable) && { signature: true }),
    ...(variable !== undefined && studentImages.has(variable) && { photo: true }),
    ...(cause instanceof UnreadableImage && { reason: cause.reason, ...cause.values }),
  };
  return new AppError('image_unreadable', { details, cause });
}

/** The name, or else the id, of the first element that shows an image, for errors. Undefined for a page's background. */
export function elementWith(
  { pages }: Pick<Design, 'pages'>,
  image: { assetId: string } | { variable: string },
): string | undefined {
  for (const element of pages.flatMap((page) => [...printedElements(page.elements)])) {
    const kind = kindOf(element);
    const isShown =
      'assetId' in image
        ? kind.assets(element).includes(image.assetId)
        : kind.imageVariables(element).includes(image.variable);
    if (isShown) return errorPlace(element).element;
  }
  return undefined;
}

/**
 * Writes an image into the file: PNG, JPEG, WebP, SVG or an imported page. Throws AppError `image_unreadable` {assetId, element, reason} for anything else; `element` is an element that shows it. Throws LettersLost for a page.
 */
export async function writeImage(
  asset: Uint8Array,
  assetId: string,
  writer: ImageWriter,
  element?: string,
): Promise<WrittenImage> {
  try {
    const bytes = Buffer.from(asset.buffer, asset.byteOffset, asset.byteLength);
    if (isPdfPage(bytes)) return await writePdfPage(bytes, writer);
    if (isPng(bytes)) return writePng(bytes, writer);
    if (isJpeg(bytes)) return writeJpeg(bytes, writer);
    if (isWebp(bytes)) return await writeWebp(bytes, writer);
    if (isSvg(bytes)) return writeSvg(bytes, writer);
    throw new UnreadableImage('image_kind');
  } catch (cause) {
    if (cause instanceof LettersLost) throw cause;
    throw unreadableImage(assetId, { element, cause });
  }
}

/**
 * The image of an asset or an image variable; null for a variable without a value. Throws AppError `image_unreadable`
 * {assetId} for an asset that was not compiled.
 */
export function imageOf<Image>(
  images: ReadonlyMap<string, Image>,
  source: ImageElement['source'],
): Image | null {
  const image = images.get(source.kind === 'asset' ? source.assetId : `{{${source.name}}}`);
  if (image) return image;
  if (source.kind === 'variable') return null;
  throw unreadableImage(source.assetId);
}
