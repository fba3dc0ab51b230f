export interface Sides {
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * The sides that the header of a PNG, JPEG or WebP declares, before anything is decoded; undefined when it declares none
 * where the format wants it, so that a decoder would refuse the file.
 */
export function declaredSides(
  bytes: Uint8Array,
  type: 'image/png' | 'image/jpeg' | 'image/webp',
): Sides | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readers[type](file);
  } catch (error) {
    // The header ends early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers = { 'image/png': pngSides, 'image/jpeg': jpegSides, 'image/webp': webpSides } as const;

/** PNG (ISO/IEC 15948), 11.2.2: IHDR is the first chunk. */
function pngSides(file: Buffer): Sides | undefined {
  if (file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** JPEG (ITU-T T.81), B.2.2: the frame header, SOF0 to SOF15 but DHT, JPG and DAC. */
function jpegSides(file: Buffer): Sides | undefined {
  let at = 2;
  for (;;) {
    if (file.readUInt8(at) !== 0xff) return undefined;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    } else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + Math.max(2, file.readUInt16BE(at + 2));
  }
}

/** WebP (RFC 9649), 2.5 to 2.7: the first chunk is VP8, VP8L or VP8X. */
function webpSides(file: Buffer): Sides | undefined {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
