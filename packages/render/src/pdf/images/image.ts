import type { FileFault, FileFaultValues } from '@sello/contracts';
import type { PrefixWriter } from '../prefix.ts';

export interface WrittenImage {
  /** Object number of the image. */
  number: number;
  /** Size in pixels, after the orientation is applied. */
  width: number;
  height: number;
  /** Exif orientation, 1 to 8, applied when the image is drawn. */
  orientation: number;
  /** Whether it is drawn by operators, which may overlap and set an opacity of their own. */
  isForm?: boolean;
  /** Whether any pixel is transparent. */
  isTransparent: boolean;
  /** What files with it conform to: PDF/A-2a, PDF/A-2b, or none. Absent = A; only imported pages have less. */
  archiveLevel?: 'A' | 'B' | 'none';
}

/** Where an image is written: to the prefix, or to the tail of the only certificate that shows it. */
export type ImageWriter = Pick<PrefixWriter, 'next' | 'add'>;

/** The reason why an image cannot be printed, for its author. */
export class UnreadableImage extends Error {
  readonly reason: FileFault;
  readonly values: FileFaultValues;
  constructor(reason: FileFault, values: FileFaultValues = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/** An image whose header declares more pixels than the limit. */
export class TooManyPixels extends UnreadableImage {
  constructor() {
    super('image_pixels');
  }
}

/** Limit against decompression bombs: a small file may decompress to more memory than a worker has. */
export const largestPixelCount = 60_000_000;
/** The same limit in bytes of decompressed samples. */
export const largestSampleBytes = 240_000_000;

export function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
}

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

export function isWebp(bytes: Uint8Array): boolean {
  const at = (offset: number) => Buffer.from(bytes.subarray(offset, offset + 4)).toString('latin1');
  return at(0) === 'RIFF' && at(8) === 'WEBP';
}
