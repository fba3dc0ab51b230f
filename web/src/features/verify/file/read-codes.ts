import type { Pixels } from '@sello/design/read-codes';
import { ownScript } from '../../../state/trusted-types.ts';
import script from './codes.worker.ts?worker&url';
import { withThread } from './thread.ts';

export type ReadCodes =
  | { codes: readonly string[] }
  /** `undecodable`: not a picture that this browser can open. */
  | { problem: 'undecodable' | 'tooLarge' };

/** The longer side of what is searched at once, px. */
const side = 1_600;
/** How much two neighbouring parts of a large picture have in common, px: a code on the seam is whole in one of them. */
const overlap = 400;
/** Pixels of a picture. Decoded, each takes four bytes. */
const mostPixels = 100_000_000;
/** The part of a picture that is searched, and how far it is reduced. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** The whole picture reduced to a size that is searched quickly, then a large one part by part at its own size. */
export function partsOf(width: number, height: number): Part[] {
  const scale = Math.min(1, side / Math.max(width, height));
  const parts: Part[] = [{ x: 0, y: 0, width, height, scale }];
  if (scale === 1) return parts;
  const starts = (length: number): number[] => {
    const count = Math.max(1, Math.ceil((length - overlap) / (side - overlap)));
    return Array.from({ length: count }, (_, place) =>
      Math.max(0, Math.min(place * (side - overlap), length - side)),
    );
  };
  for (const y of starts(height))
    for (const x of starts(width))
      parts.push({ x, y, width: Math.min(side, width), height: Math.min(side, height), scale: 1 });
  return parts;
}

/**
 * The different contents of the QR codes in a picture, which is not sent anywhere; what was found until the time is over
 * counts. Rejects when the thread that searches cannot be loaded.
 */
export async function readCodes(file: Blob, signal: AbortSignal): Promise<ReadCodes> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    try {
      await picture.decode();
    } catch {
      return { problem: 'undecodable' };
    }
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width * height > mostPixels) return { problem: 'tooLarge' };
    return { codes: await search(picture, partsOf(width, height), signal) };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function search(picture: HTMLImageElement, parts: readonly Part[], signal: AbortSignal): Promise<string[]> {
  const worker = new Worker(ownScript(script), { type: 'module' });
  return withThread<Pixels, string[], string[]>(worker, signal, async (ask) => {
    const found = new Set<string>();
    for (const part of parts) {
      const { width, height, data } = pixelsOf(picture, part);
      const codes = await ask({ width, height, data }, [data.buffer]);
      if (!codes) break;
      for (const code of codes) found.add(code);
    }
    return [...found];
  });
}

function pixelsOf(picture: HTMLImageElement, { x, y, width, height, scale }: Part): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // What is transparent is paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
