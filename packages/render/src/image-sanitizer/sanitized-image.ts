import { type FileFault, type FileFaultValues, limits } from '@sello/contracts';

/** An image for storage: re-encoded, upright, without metadata. Size in pixels; that of an SVG in user units. */
export interface SanitizedImage {
  mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  bytes: Uint8Array;
  width: number;
  height: number;
}

export type ImageRejection =
  | { kind: 'kind' | 'pixels' | 'detail' }
  | { kind: 'unreadable'; reason: FileFault; values?: FileFaultValues };

export class ImageRejected extends Error {
  readonly rejection: ImageRejection;
  constructor(rejection: ImageRejection) {
    super(rejection.kind);
    this.rejection = rejection;
  }
}

/** Throws ImageRejected for an image with more pixels than the limit for uploads. */
export function checkPixels({ width, height }: { width: number; height: number }): void {
  if (width * height <= limits.imagePixels) return;
  throw new ImageRejected({ kind: 'pixels' });
}
