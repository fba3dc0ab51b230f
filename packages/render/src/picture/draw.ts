import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { withMaxMemory } from './wasm-memory.ts';

export type Pdfium = PDFiumLibrary;

/** A page as pixels. */
export interface Bitmap {
  /** Four bytes per pixel, row by row; what is not painted is transparent. */
  rgba: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
  /** Size of the page, in points. */
  page: { width: number; height: number };
}

/**
 * PDFium as WebAssembly: the same bytes give the same pixels on every machine. `maxMemory` limits its memory, in bytes;
 * without it, it is 2 GB.
 */
export async function openPdfium({ maxMemory }: { maxMemory?: number } = {}): Promise<Pdfium> {
  const path = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'));
  const binary = await readFile(path);
  const limited = maxMemory === undefined ? binary : withMaxMemory(binary, maxMemory);
  return PDFiumLibrary.init({ wasmBinary: new Uint8Array(limited).buffer });
}

/** Draws the first page of a file as large as the limits allow, in pixels. Throws for a file that PDFium cannot read. */
export async function drawPage(
  library: Pdfium,
  pdf: Uint8Array,
  limit: { width: number; height: number },
): Promise<Bitmap> {
  const document = await library.loadDocument(pdf);
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(limit.width / originalWidth, limit.height / originalHeight);
    const [width, height] = [originalWidth, originalHeight].map((points) => Math.round(points * scale));
    // On a transparent background PDFium anti-aliases text in grey; on an opaque one it uses subpixel rendering, which
    // leaves coloured edges.
    const drawn = await page.render({ width: width!, height: height!, transparent: true, render: 'bitmap' });
    return {
      rgba: drawn.data,
      width: drawn.width,
      height: drawn.height,
      page: { width: originalWidth, height: originalHeight },
    };
  } finally {
    document.destroy();
  }
}
