import { UnreadableImage } from '../pdf/images/image.ts';
import { type JpegFile, readJpeg } from '../pdf/images/jpeg.ts';
import { isUsable } from '../pdf/images/profile.ts';
import { jpegOrientation } from '../pdf/orientation.ts';
import { planesOf } from './jpeg/decoder.ts';
import { type JpegFrame, readFrame } from './jpeg/frame.ts';
import { upright } from './jpeg/planes.ts';
import { withQuality } from './jpeg/quality.ts';
import { type Encoding, encodePlanes, transcode } from './jpeg/transcode.ts';
import type { ColorModel } from './jpeg/writer.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';

/** The blocks of an MCU that a scan of several components may have (ISO/IEC 10918-1, B.2.3). */
const maxBlocks = 10;

/** Throws UnreadableImage, ImageRejected, TooManyBytes. */
export function sanitizeJpeg(bytes: Buffer, maxBytes: number): SanitizedImage {
  const file = readJpeg(bytes);
  checkPixels(file);
  const frame = readFrame(file.bytes);
  const blocks = frame.components.reduce((sum, { across, down }) => sum + across * down, 0);
  if (frame.components.length > 1 && blocks > maxBlocks) throw new UnreadableImage('damaged');
  const model = modelOf(file);
  const profile = file.profile && isUsable(file.profile, file.components) ? file.profile : null;
  const orientation = jpegOrientation(bytes);
  return withQuality(maxBytes, { model, profile }, encoderOf(file, frame, orientation));
}

type Encode = (encoding: Encoding) => SanitizedImage;

function encoderOf({ bytes, width, height }: JpegFile, frame: JpegFrame, orientation: number): Encode {
  if (orientation === 1) {
    return (encoding) => ({
      mediaType: 'image/jpeg',
      bytes: transcode(bytes, frame, encoding),
      width,
      height,
    });
  }
  const planes = planesOf(bytes, frame).map((plane) => upright(plane, orientation));
  const size = orientation >= 5 ? { width: height, height: width } : { width, height };
  return (encoding) => ({ mediaType: 'image/jpeg', bytes: encodePlanes(planes, size, encoding), ...size });
}

function modelOf({ components, isAdobe, isPlainRgb, bytes }: JpegFile): ColorModel {
  const transform = isAdobe ? bytes[bytes.indexOf('Adobe', 0, 'latin1') + 11] : undefined;
  if (components === 1) return 'grey';
  if (components === 3) return isPlainRgb || transform === 0 ? 'rgb' : 'ycc';
  return !isAdobe ? 'cmyk' : transform === 2 ? 'ycck' : 'cmyk-adobe';
}
