import { UnreadableImage } from '../pdf/images/image.ts';
import { readJpeg } from '../pdf/images/jpeg.ts';
import { isUsable } from '../pdf/images/profile.ts';
import { jpegOrientation } from '../pdf/orientation.ts';
import { decodeJpeg, encodeJpeg, type Pixels } from './jpeg-codec.ts';
import { checkPixels, type SanitizedImage } from './sanitized-image.ts';
import { upright } from './upright.ts';

const profileMark = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Maximum bytes of a profile in one segment, whose length field has two bytes (ICC.1, B.4). */
const profilePart = 65_519;

/** Throws UnreadableImage, ImageRejected. */
export async function sanitizeJpeg(bytes: Buffer): Promise<SanitizedImage> {
  const { components, profile, bytes: plain, width, height } = readJpeg(bytes);
  checkPixels({ width, height });
  if (components === 4) throw new UnreadableImage('it has the colours of print (CMYK); save it as RGB');
  // Decoders fill the missing part of a truncated file with grey, so an EOI marker must follow the first scan.
  if (plain.lastIndexOf('ffd9', undefined, 'hex') < plain.indexOf('ffda', 0, 'hex')) {
    throw new UnreadableImage('it ends early');
  }
  const decoded = await decodeJpeg(plain);
  if (!decoded) throw new UnreadableImage('it cannot be unpacked');
  const pixels = upright(decoded, jpegOrientation(bytes));
  return asJpeg(pixels, { isGrey: components === 1, profile });
}

/** Encodes opaque pixels with their colour profile. */
export async function asJpeg(
  pixels: Pixels,
  { isGrey = false, profile }: { isGrey?: boolean; profile: Buffer | null },
): Promise<SanitizedImage> {
  const encoded = await encodeJpeg(pixels, isGrey ? 'grey' : 'color');
  const usable = profile && isUsable(profile, isGrey ? 1 : 3) ? profile : null;
  const { width, height } = pixels;
  return {
    mediaType: 'image/jpeg',
    bytes: usable ? withProfile(encoded, usable) : encoded,
    ...{ width, height },
  };
}

/** Adds APP2 segments with the profile after the first segment, which is APP0. */
function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / profilePart);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * profilePart, (index + 1) * profilePart);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + profileMark.length + 2 + part.length, 2);
    return Buffer.concat([head, profileMark, Buffer.from([index + 1, count]), part]);
  });
  const at = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
}
