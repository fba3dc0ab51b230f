import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import { UnreadableImage } from '../../pdf/images/image.ts';

/**
 * Decodes a file with a chunk `VP8 ` and no alpha, and calls `take` with its pixels, four bytes each, while they are in the memory of the WebAssembly
 * module: at 40 megapixels a copy would take another 160 MB. Throws UnreadableImage, and what `take` throws.
 */
export async function withLossyPixels<T>(file: Uint8Array, take: (rgba: Uint8Array) => T): Promise<T> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm')));
  let taken: { result: T } | { error: unknown } | undefined;
  // The decoder makes `new ImageData(new Uint8ClampedArray(view), width, height)` of its memory and of the classes that it finds
  // in the global scope of this thread, which serves one image.
  const scope = globalThis as { ImageData?: unknown; Uint8ClampedArray: unknown };
  const { Uint8ClampedArray: own, ImageData: before } = scope;
  scope.Uint8ClampedArray = function View(view: Uint8Array): Uint8Array {
    return view;
  };
  scope.ImageData = function Taken(view: Uint8Array): void {
    try {
      taken = { result: take(view) };
    } catch (error) {
      taken = { error };
    }
  };
  try {
    const decoder = await openDecoder({ noInitialRun: true, wasmBinary: wasm });
    decoder.decode(file);
  } catch {
    // Reported below: nothing was taken.
  } finally {
    scope.Uint8ClampedArray = own;
    scope.ImageData = before;
  }
  if (!taken) throw new UnreadableImage('damaged');
  if ('error' in taken) throw taken.error;
  return taken.result;
}

/** A file of a chunk `VP8 ` alone: alpha would take memory of its own. */
export function alone(data: Buffer): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(20 + data.length + (data.length % 2));
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WEBPVP8 ', 8, 'latin1');
  file.writeUInt32LE(data.length, 16);
  data.copy(file, 20);
  return file;
}
