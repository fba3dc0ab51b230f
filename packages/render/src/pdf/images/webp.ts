import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import decoder from '@jsquash/webp/codec/dec/webp_dec.js';
import {
  type ImageWriter,
  largestPixelCount,
  TooManyPixels,
  UnreadableImage,
  type WrittenImage,
} from './image.ts';
import { colorSpace } from './profile.ts';
import { packRaster, rasterObject, splitAlpha } from './raster.ts';

/** Stands in for the browser's ImageData class, which the decoder returns. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

type Decoder = Awaited<ReturnType<typeof decoder>>;
let loading: Promise<Decoder> | undefined;

/** Defines the global ImageData, which image decoders expect from a browser. */
export function provideImageData(): void {
  const scope = globalThis as { ImageData?: unknown };
  scope.ImageData ??= Pixels;
}

async function load(): Promise<Decoder> {
  const path = fileURLToPath(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'));
  provideImageData();
  return decoder({ noInitialRun: true, wasmBinary: await readFile(path) });
}

/** Decodes a WebP to pixels of four bytes each. Throws UnreadableImage. */
export async function decodeWebp(
  bytes: Buffer,
): Promise<{ width: number; height: number; samples: Uint8Array }> {
  const size = webpSize(bytes);
  if (size.width * size.height > largestPixelCount) throw new TooManyPixels();
  loading ??= load();
  const decode = await loading;
  let pixels: Pixels | null;
  try {
    pixels = decode.decode(new Uint8Array(bytes)) as Pixels | null;
  } catch {
    pixels = null;
  }
  if (!pixels) throw new UnreadableImage('damaged');
  const { width, height, data } = pixels;
  return { width, height, samples: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

/** Writes a WebP as samples: PDF has no filter for it. Throws UnreadableImage. */
export async function writeWebp(bytes: Buffer, writer: ImageWriter): Promise<WrittenImage> {
  const { width, height, samples } = await decodeWebp(bytes);
  const { color, alpha } = splitAlpha({ width, height, components: 4, bits: 8, samples });
  const mask = alpha
    ? `/SMask ${writer.add(rasterObject(packRaster(alpha), alpha, '/ColorSpace/DeviceGray'))} 0 R`
    : '';
  const space = colorSpace(3, webpProfile(bytes), writer);
  const number = writer.add(rasterObject(packRaster(color), color, `/ColorSpace${space}${mask}`));
  return { number, width, height, orientation: 1, isTransparent: alpha !== null };
}

/** The chunks of the container (RFC 9649, 2.3 and 2.7). */
export function* webpChunks(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    yield {
      type: bytes.toString('latin1', at, at + 4),
      data: bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length)),
    };
    at += 8 + length + (length % 2);
  }
}

export function webpProfile(bytes: Buffer): Buffer | null {
  for (const { type, data } of webpChunks(bytes)) if (type === 'ICCP') return data;
  return null;
}

/** The size in pixels from the first chunk, to check the limit before decoding. Throws UnreadableImage. */
export function webpSize(bytes: Buffer): { width: number; height: number } {
  for (const { type, data } of webpChunks(bytes)) {
    if (type === 'VP8X' && data.length >= 10) {
      if (((data[0] as number) & 0x02) !== 0) throw new UnreadableImage('image_animated');
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    }
    if (type === 'VP8 ' && data.length >= 10) {
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    }
    if (type === 'VP8L' && data.length >= 5) {
      const packed = data.readUInt32LE(1);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
  }
  throw new UnreadableImage('image_missing');
}
