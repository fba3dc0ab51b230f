import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import openEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { provideImageData } from '../pdf/images/webp.ts';

// MozJPEG as WebAssembly: a malicious file can only corrupt the memory of the worker thread that decodes it.

/** Four bytes for each pixel: red, green, blue, opacity. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

const wasm = (path: string) => readFile(fileURLToPath(import.meta.resolve(path)));

/** Without optimized Huffman tables and trellis quantization a file is a tenth larger and takes half the time. */
const options = {
  ...{ quality: 90, baseline: true, progressive: false, optimize_coding: true, arithmetic: false },
  ...{ smoothing: 0, quant_table: 3, auto_subsample: true, chroma_subsample: 2 },
  ...{ trellis_multipass: false, trellis_opt_zero: false, trellis_opt_table: false, trellis_loops: 1 },
  ...{ separate_chroma_quality: false, chroma_quality: 75 },
} as const;
const colorSpaces = { grey: 1, color: 3 } as const;

/** Null for a file that cannot be decoded. The stored orientation is not applied. */
export async function decodeJpeg(bytes: Uint8Array): Promise<Pixels | null> {
  provideImageData();
  const decoder = await openDecoder({
    noInitialRun: true,
    wasmBinary: await wasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
  });
  try {
    const decoded = decoder.decode(new Uint8Array(bytes), false);
    if (!decoded) return null;
    const { width, height, data } = decoded;
    return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  } catch {
    return null;
  }
}

/** A baseline JPEG; opacity is ignored. */
export async function encodeJpeg(
  { width, height, rgba }: Pixels,
  colors: keyof typeof colorSpaces,
): Promise<Buffer> {
  const encoder = await openEncoder({
    noInitialRun: true,
    wasmBinary: await wasm('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
  });
  const encoded = encoder.encode(rgba, width, height, { ...options, color_space: colorSpaces[colors] });
  return Buffer.from(encoded);
}
