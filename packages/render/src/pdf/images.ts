import type { ImageElement } from '@sello/contracts';
import { AppError } from '@sello/kit';
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
import { writeVersion1 } from './images/version-1.ts';
import { writeWebp } from './images/webp.ts';
import type { RenderingVersion } from './version.ts';

export type { WrittenImage } from './images/image.ts';

/**
 * Writes an image into the file: PNG, JPEG, WebP and SVG, under version 1 the first two alone. Throws AppError
 * `image_unreadable` {assetId, why} for anything else.
 */
export async function writeImage(
  asset: Uint8Array,
  assetId: string,
  writer: ImageWriter,
  version: RenderingVersion,
): Promise<WrittenImage> {
  try {
    if (version === 1) return await writeVersion1(asset, writer);
    const bytes = Buffer.from(asset.buffer, asset.byteOffset, asset.byteLength);
    if (isPng(bytes)) return writePng(bytes, writer);
    if (isJpeg(bytes)) return writeJpeg(bytes, writer);
    if (isWebp(bytes)) return await writeWebp(bytes, writer);
    if (isSvg(bytes)) return writeSvg(bytes, writer);
    throw new UnreadableImage('of no kind that can be printed');
  } catch (cause) {
    const why = cause instanceof UnreadableImage ? { why: cause.message } : {};
    throw new AppError('image_unreadable', { details: { assetId, ...why }, cause });
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
  throw new AppError('image_unreadable', { details: { assetId: source.assetId } });
}
