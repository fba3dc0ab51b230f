// Encoders of a second implementation (MozJPEG and libwebp as WebAssembly), which make and check pictures of tests.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openJpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import openJpeg from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import openWebp from '@jsquash/webp/codec/enc/webp_enc.js';
import { provideImageData } from '../../src/pdf/images/webp.ts';

/** Four bytes for each pixel: red, green, blue, opacity. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

const wasm = (path: string) => readFile(fileURLToPath(import.meta.resolve(path)));

interface JpegOptions {
  quality?: number;
  isGrey?: boolean;
  isProgressive?: boolean;
  /** Pixels for each sample of chroma, across and down. */
  subsampling?: 1 | 2;
}

export async function mozJpeg(
  { width, height, rgba }: Pixels,
  { quality = 90, isGrey = false, isProgressive = false, subsampling = 2 }: JpegOptions = {},
): Promise<Buffer> {
  const encoder = await openJpeg({
    noInitialRun: true,
    wasmBinary: await wasm('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
  });
  const encoded = encoder.encode(rgba, width, height, {
    ...{ quality, baseline: !isProgressive, progressive: isProgressive, optimize_coding: true },
    ...{ arithmetic: false, color_space: isGrey ? 1 : 3, smoothing: 0, quant_table: 3 },
    ...{ auto_subsample: false, chroma_subsample: subsampling, trellis_multipass: false },
    ...{ trellis_opt_zero: false, trellis_opt_table: false, trellis_loops: 1 },
    ...{ separate_chroma_quality: false, chroma_quality: 75 },
  });
  return Buffer.from(encoded);
}

/** The pixels of a JPEG as they are stored; null for a file that it cannot decode. */
export async function mozPixels(jpeg: Uint8Array): Promise<Pixels | null> {
  provideImageData();
  const decoder = await openJpegDecoder({
    noInitialRun: true,
    wasmBinary: await wasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
  });
  const decoded = decoder.decode(new Uint8Array(jpeg), false);
  if (!decoded) return null;
  const { width, height, data } = decoded;
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

export async function libWebp(
  { width, height, rgba }: Pixels,
  overrides: Partial<Parameters<Awaited<ReturnType<typeof openWebp>>['encode']>[3]> = {},
): Promise<Buffer> {
  const encoder = await openWebp({
    noInitialRun: true,
    wasmBinary: await wasm('@jsquash/webp/codec/enc/webp_enc.wasm'),
  });
  const encoded = encoder.encode(rgba, width, height, {
    ...{ quality: 80, target_size: 0, target_PSNR: 0, method: 2, sns_strength: 50, filter_strength: 60 },
    ...{ filter_sharpness: 0, filter_type: 1, partitions: 0, segments: 4, pass: 1, show_compressed: 0 },
    ...{ preprocessing: 0, autofilter: 0, partition_limit: 0, alpha_compression: 1, alpha_filtering: 1 },
    ...{ alpha_quality: 100, lossless: 0, exact: 0, image_hint: 0, emulate_jpeg_size: 0, thread_level: 0 },
    ...{ low_memory: 0, near_lossless: 100, use_delta_palette: 0, use_sharp_yuv: 0 },
    ...overrides,
  });
  if (!encoded) throw new Error('not encoded');
  return Buffer.from(encoded);
}
