import { crc32, deflateSync } from 'node:zlib';

// Small image files of each format, written without the code under test.

type PngShape = { width: number; height: number; bits: number; colorType: number; interlaced?: boolean };

type Chunks = readonly (readonly [string, Uint8Array])[];

/** A PNG of unfiltered rows; `chunks` come before the image data. */
export function pngFile(shape: PngShape, rows: Uint8Array, chunks: Chunks = []): Buffer {
  return pngOfPacked(shape, deflateSync(rows), chunks);
}

/** The same of compressed rows. */
export function pngOfPacked(shape: PngShape, packed: Uint8Array, chunks: Chunks = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(shape.width, 0);
  header.writeUInt32BE(shape.height, 4);
  header.set([shape.bits, shape.colorType, 0, 0, shape.interlaced ? 1 : 0], 8);
  const all = [
    ['IHDR', header] as const,
    ...chunks,
    ['IDAT', packed] as const,
    ['IEND', Buffer.alloc(0)] as const,
  ];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...all.map(([type, data]) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
      const framed = Buffer.alloc(body.length + 8);
      framed.writeUInt32BE(data.length, 0);
      body.copy(framed, 4);
      framed.writeUInt32BE(crc32(body), body.length + 4);
      return framed;
    }),
  ]);
}

/** Rows of a PNG with the bytes that `at` returns for each row. */
export function pngRows(height: number, at: (y: number) => readonly number[]): Buffer {
  return Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.from([0, ...at(y)])));
}

/** A baseline JPEG of 8 × 8 pixels with one value per component, with or without the Adobe segment. */
export function flatJpeg(
  values: readonly number[],
  { adobe = false, profile }: { adobe?: boolean; profile?: Buffer } = {},
): Buffer {
  const segment = (mark: number, data: Uint8Array | readonly number[]) =>
    Buffer.concat([
      Buffer.from([0xff, mark, (data.length + 2) >> 8, (data.length + 2) & 0xff]),
      Buffer.from(data),
    ]);
  const components = values.map((_, index) => index + 1);
  let bits = '';
  for (const value of values) {
    // The DC coefficient by its number of bits, then the end of the block.
    const coefficient = value - 128;
    const size = coefficient === 0 ? 0 : 32 - Math.clz32(Math.abs(coefficient));
    const low = coefficient < 0 ? coefficient + 2 ** size - 1 : coefficient;
    bits += `${size.toString(2).padStart(4, '0')}${size === 0 ? '' : low.toString(2).padStart(size, '0')}0`;
  }
  const data = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).flatMap((byte) => {
    const value = Number.parseInt(byte, 2);
    return value === 0xff ? [0xff, 0] : [value];
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(adobe ? [segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0])] : []),
    ...(profile
      ? [segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]))]
      : []),
    segment(0xdb, [0, ...Array<number>(64).fill(8)]),
    segment(0xc0, [8, 0, 8, 0, 8, values.length, ...components.flatMap((one) => [one, 0x11, 0])]),
    segment(0xc4, [
      0x00,
      0,
      0,
      0,
      12,
      ...Array<number>(12).fill(0),
      ...Array.from({ length: 12 }, (_, size) => size),
    ]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xda, [values.length, ...components.flatMap((one) => [one, 0]), 0, 63, 0]),
    Buffer.from(data),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A gray JPEG whose frame header declares this size, but which has only one block. */
export function hugeJpeg(width: number, height: number): Buffer {
  const jpeg = flatJpeg([128]);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** 16 × 8 pixels, red on the left and white on the right, the lower half transparent: lossy and lossless. */
export const webpFiles = {
  lossy: Buffer.from(
    'UklGRmIAAABXRUJQVlA4WAoAAAAQAAAADwAABwAAQUxQSBIAAAABDzD/ERFCLJjkL901h4j+5wRWUDggKgAAAHABAJ0BKhAACAACADQloAJ0AUAAAP7uAv//gLhf+P5/37v/x+b//jyAAA==',
    'base64',
  ),
  lossless: Buffer.from('UklGRiwAAABXRUJQVlA4TB8AAAAvD8ABEBcw//M///MfoAWCbJtJTnKgv0JE/ydAa+MGAA==', 'base64'),
};
