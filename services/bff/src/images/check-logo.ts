import { limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { kindOfPicture } from '../public/pictures.ts';
import { declaredSides, type Sides } from './image-sides.ts';
import { secondFormat } from './second-format.ts';

/**
 * Refuses what cannot become a logo from its bytes alone, before anything is decoded: `image_too_large` {max},
 * `invalid_image_type`, `image_sides_long` {max}. Names and headers of the upload do not count.
 */
export function checkLogo(bytes: Uint8Array): void {
  if (bytes.byteLength > limits.logoUpload) {
    throw new AppError('image_too_large', { details: { max: limits.logoUpload / 1024 / 1024 } });
  }
  const kind = kindOfPicture(bytes);
  if (kind === undefined) throw new AppError('invalid_image_type');
  const also = secondFormat(bytes);
  if (also !== undefined) throw new AppError('invalid_image_type', { details: { also } });
  const sides = declaredSides(bytes, kind.type);
  if (sides !== undefined) checkSides(sides);
}

/** Throws `image_sides_long` {max}. */
export function checkSides({ width, height }: Sides): void {
  const max = limits.logoSide;
  if (Math.max(width, height) > max) throw new AppError('image_sides_long', { details: { max } });
}
