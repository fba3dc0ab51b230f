// The orientation of a photo (Exif 2.32, tag 274). Browsers apply it, so the PDF does too.

const orientationTag = 0x0112;

/** The Exif orientation of a JPEG, 1 to 8; 1 (upright) when it is absent or unreadable. */
export function jpegOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Segments follow the SOI marker; the SOS marker (ffda) starts the image data.
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    if ((marker & 0xff00) !== 0xff00 || marker === 0xffda) return 1;
    const length = view.getUint16(at + 2);
    if (marker === 0xffe1 && at + 2 + length <= view.byteLength) {
      const found = exifOrientation(
        new DataView(view.buffer, view.byteOffset + at + 4, Math.max(0, length - 2)),
      );
      if (found !== null) return found;
    }
    at += 2 + length;
  }
  return 1;
}

/** Reads the first image file directory of an Exif segment; null for other segments. */
export function exifOrientation(segment: DataView): number | null {
  if (segment.byteLength < 14 || segment.getUint32(0) !== 0x45786966) return null;
  const start = 6;
  const little = segment.getUint16(start) === 0x4949;
  const directory = start + segment.getUint32(start + 4, little);
  if (directory + 2 > segment.byteLength) return null;
  const count = segment.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > segment.byteLength) return null;
    if (segment.getUint16(entry, little) !== orientationTag) continue;
    const value = segment.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** By orientation, the matrix (a b c d e f) that makes an image upright within PDF's unit square. */
export const uprightMatrices: Readonly<
  Record<number, readonly [number, number, number, number, number, number]>
> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};
