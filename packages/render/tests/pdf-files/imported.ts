import type { FileFault } from '@sello/contracts';
import { type ImportedPdf, importPdf, type PdfPage } from '../../src/pdf-import/import-pdf.ts';
import { inkProfile } from '../../src/pdf-import/ink.ts';
import { FontsMissing } from '../../src/pdf-import/page/write-page.ts';
import { PdfFault } from '../../src/pdf-import/read/budget.ts';
import { openPdfium } from '../../src/picture/draw.ts';
import type { Picture } from '../outside-tools.ts';

const ink = await inkProfile(await openPdfium());

/** The pages of a PDF, or why there are none. */
export async function imported(
  bytes: Uint8Array,
): Promise<Partial<ImportedPdf> & { pages: PdfPage[]; refusal?: string; reason?: FileFault | undefined }> {
  const pages: PdfPage[] = [];
  try {
    const onPage = async (page: PdfPage) => void pages.push(page);
    return { pages, ...(await importPdf(bytes, { onPage, cmykProfile: () => ink })) };
  } catch (error) {
    if (error instanceof FontsMissing) return { pages, refusal: 'fonts' };
    if (error instanceof PdfFault) return { pages, refusal: error.kind, reason: error.reason };
    throw error;
  }
}

/**
 * The share of pixels that differ visibly, 0 to 1: those whose colour is nowhere around them in the other picture. Edges
 * may be a pixel apart, because a page in a form is placed with other roundings.
 */
export function difference(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  const isLike = (a: readonly number[], b: readonly number[]) =>
    a.every((value, index) => Math.abs(value - b[index]!) <= 48);
  const isAround = (color: readonly number[], picture: Picture, x: number, y: number): boolean => {
    for (let top = Math.max(0, y - 1); top <= Math.min(picture.height - 1, y + 1); top += 1) {
      for (let left = Math.max(0, x - 1); left <= Math.min(picture.width - 1, x + 1); left += 1) {
        if (isLike(color, picture.at(left, top))) return true;
      }
    }
    return false;
  };
  let differing = 0;
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const [a, b] = [one.at(x, y), other.at(x, y)];
      if (isLike(a, b) || (isAround(a, other, x, y) && isAround(b, one, x, y))) continue;
      differing += 1;
    }
  }
  return differing / (one.width * one.height);
}
