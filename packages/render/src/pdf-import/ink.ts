import { cmykProfile } from '../pdf/color/cmyk.ts';
import { drawPage, type Pdfium } from '../picture/draw.ts';

/** Points of the grid on each side; PDFium converts with a table of as many. */
const side = 9;
const cells = side * side;

/**
 * A profile with the colours that PDFium, and with it Chrome, gives to inks without a profile. A file for archives needs
 * one, and with that of uploaded images, in which each ink absorbs its share of the light, the colours would be others
 * than those that people know of the file.
 */
export async function inkProfile(library: Pdfium): Promise<Buffer> {
  const { rgba, width } = await drawPage(library, chart(), { width: cells, height: cells });
  const grid = Buffer.alloc(cells * cells * 3);
  for (let cell = 0; cell < cells * cells; cell += 1) {
    const at = ((cells - 1 - Math.floor(cell / cells)) * width + (cell % cells)) * 4;
    for (let color = 0; color < 3; color += 1) grid[cell * 3 + color] = rgba[at + color] as number;
  }
  return cmykProfile({ side, colors: grid });
}

/** A page with a square of one point for each mixture, black changing fastest, from the bottom left. */
function chart(): Buffer {
  const level = (step: number) => (step / (side - 1)).toFixed(4);
  const squares = Array.from({ length: cells * cells }, (_, cell) => {
    const inks = [3, 2, 1, 0].map((digit) => level(Math.floor(cell / side ** digit) % side));
    return `${inks.join(' ')} k ${cell % cells} ${Math.floor(cell / cells)} 1 1 re f`;
  });
  const content = squares.join('\n');
  return Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${cells} ${cells}]/Contents 4 0 R>>endobj\n` +
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  );
}
