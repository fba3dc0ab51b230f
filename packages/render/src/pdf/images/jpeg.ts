import { jpegOrientation } from '../orientation.ts';
import {
  type ImageWriter,
  largestPixelCount,
  TooManyPixels,
  UnreadableImage,
  type WrittenImage,
} from './image.ts';
import { type Components, colorSpace } from './profile.ts';

// JPEG (ISO/IEC 10918-1) is embedded without recompression; its markers decide how readers interpret the components.

const marks = {
  baseline: 0xc0,
  extended: 0xc1,
  progressive: 0xc2,
  scan: 0xda,
  app0: 0xe0,
  app2: 0xe2,
  app14: 0xee,
};
const profileMark = 'ICC_PROFILE\0';

export interface JpegFile {
  width: number;
  height: number;
  components: Components;
  /** Whether it has the Adobe APP14 segment, with which CMYK is stored inverted. */
  isAdobe: boolean;
  /** Whether the components are RGB rather than YCbCr, which only the component ids indicate. */
  isPlainRgb: boolean;
  profile: Buffer | null;
  /** The file without the comments and APPn segments that PDF readers ignore: all but APP0 and APP14. */
  bytes: Buffer;
}

/** Throws UnreadableImage. */
export function writeJpeg(bytes: Buffer, writer: ImageWriter): WrittenImage {
  const file = readJpeg(bytes);
  const space = colorSpace(file.components, file.profile, writer);
  const inverted = file.components === 4 && file.isAdobe ? '/Decode[1 0 1 0 1 0 1 0]' : '';
  const plain = file.isPlainRgb ? '/DecodeParms<</ColorTransform 0>>' : '';
  const number = writer.add(
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width ${file.width}/Height ${file.height}/BitsPerComponent 8/ColorSpace${space}` +
          `${inverted}/Filter/DCTDecode${plain}/Length ${file.bytes.length}>>\nstream\n`,
        'latin1',
      ),
      file.bytes,
      Buffer.from('\nendstream', 'latin1'),
    ]),
  );
  const orientation = jpegOrientation(bytes);
  // Orientations 5 to 8 swap width and height.
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [file.height, file.width] : [file.width, file.height];
  return { number, width, height, orientation, isTransparent: false };
}

/** Reads a JPEG up to its first scan. Throws UnreadableImage. */
export function readJpeg(bytes: Buffer): JpegFile {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  const profile: Buffer[] = [];
  let frame: Pick<JpegFile, 'width' | 'height' | 'components'> | null = null;
  let [isAdobe, isJfif, names] = [false, false, ''];
  for (let at = 2; ; ) {
    if (at + 4 > bytes.length || bytes[at] !== 0xff) throw new UnreadableImage('incomplete');
    const mark = bytes[at + 1] as number;
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || at + 2 + length > bytes.length) throw new UnreadableImage('incomplete');
    if (mark === marks.scan) {
      kept.push(bytes.subarray(at));
      break;
    }
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)) {
      frame = frameOf(mark, segment);
      names = Array.from({ length: frame.components }, (_, index) =>
        String.fromCharCode(segment[6 + index * 3] ?? 0),
      ).join('');
    }
    const says = (text: string) => segment.toString('latin1', 0, text.length) === text;
    if (mark === marks.app14 && says('Adobe')) isAdobe = true;
    if (mark === marks.app0 && says('JFIF\0')) isJfif = true;
    // The parts of a profile are numbered; all known files have them in order.
    if (mark === marks.app2 && says(profileMark)) profile.push(segment.subarray(profileMark.length + 2));
    const isRemark = (mark > marks.app0 && mark <= 0xef && mark !== marks.app14) || mark === 0xfe;
    if (!isRemark) kept.push(bytes.subarray(at, at + 2 + length));
    at += 2 + length;
  }
  if (!frame) throw new UnreadableImage('damaged');
  return {
    ...frame,
    isAdobe,
    isPlainRgb: names === 'RGB' && !isAdobe && !isJfif,
    profile: profile.length > 0 ? Buffer.concat(profile) : null,
    bytes: Buffer.concat(kept),
  };
}

function frameOf(mark: number, segment: Buffer): Pick<JpegFile, 'width' | 'height' | 'components'> {
  const isKnown = mark === marks.baseline || mark === marks.extended || mark === marks.progressive;
  if (!isKnown || segment.length < 6 || segment[0] !== 8) {
    throw new UnreadableImage('image_compression');
  }
  const [height, width, components] = [
    segment.readUInt16BE(1),
    segment.readUInt16BE(3),
    segment[5] as number,
  ];
  if (width * height === 0) throw new UnreadableImage('image_empty');
  if (width * height > largestPixelCount) throw new TooManyPixels();
  if (components !== 1 && components !== 3 && components !== 4) throw new UnreadableImage('image_colors');
  return { width, height, components };
}
