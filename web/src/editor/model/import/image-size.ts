/** The start of a base64 data URL as bytes: enough for the headers of a picture. */
function headOf(dataUrl: string): Uint8Array | null {
  const from = dataUrl.indexOf(',') + 1;
  const part = dataUrl.slice(from, from + 400_000).replace(/\s+/g, '');
  try {
    return Uint8Array.from(atob(part.slice(0, part.length - (part.length % 4))), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    return null;
  }
}

const pngMark = [0x89, 0x50, 0x4e, 0x47];

/** The size in the frame header of a JPEG (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number;
    // SOF0 to SOF15, without DHT, JPG and DAC.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size in pixels that the headers of a PNG or JPEG data URL say; null for anything else. */
export function imageSizeOf(dataUrl: string): { width: number; height: number } | null {
  const bytes = headOf(dataUrl);
  if (!bytes || bytes.length < 24) return null;
  const view = new DataView(bytes.buffer);
  // PNG, 11.2.2: the header chunk comes first.
  const isPng = pngMark.every((byte, index) => bytes[index] === byte);
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const size = isPng
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : isJpeg
      ? jpegSize(bytes, view)
      : null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}
