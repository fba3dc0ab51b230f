import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, rgb } from 'pdf-lib';
import { cmykProfile } from '../../src/pdf/color/cmyk.ts';
import { importPdf } from '../../src/pdf-import/import-pdf.ts';
import { createPdfImporter } from '../../src/pdf-import/pdf-importer.ts';

const rounds = 9;
const pages = 20;

/** Pages of text and lines, as of a booklet. */
async function booklet(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  const path = '@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf';
  const font = await pdf.embedFont(readFileSync(fileURLToPath(import.meta.resolve(path))), { subset: true });
  for (let index = 0; index < pages; index += 1) {
    const page = pdf.addPage([595, 842]);
    for (let line = 0; line < 60; line += 1) {
      const text = `${index + 1}.${line + 1} The holder attended the course of forty hours and passed its examination.`;
      page.drawText(text, { x: 50, y: 780 - line * 12, size: 10, font });
      page.drawLine({
        start: { x: 50, y: 778 - line * 12 },
        end: { x: 545, y: 778 - line * 12 },
        color: rgb(0.8, 0.8, 0.8),
      });
    }
  }
  return pdf.save();
}

export interface ImportTimes {
  /** ms of each round. */
  whole: number[];
  withoutPictures: number[];
  pdfLib: number[];
}

/** Importing a PDF of 20 pages, interleaved with pdf-lib loading and saving it. */
export async function importTimes(): Promise<ImportTimes> {
  const file = await booklet();
  const importer = createPdfImporter();
  const profile = cmykProfile();
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const times: ImportTimes = { whole: [], withoutPictures: [], pdfLib: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const pdfLib = await timed(async () => (await PDFDocument.load(file)).save());
    const withoutPictures = await timed(() =>
      importPdf(file, { onPage: async () => undefined, cmykProfile: () => profile }),
    );
    const whole = await timed(() => importer.read('bench', file));
    // The first round warms up.
    if (round === 0) continue;
    times.pdfLib.push(pdfLib);
    times.withoutPictures.push(withoutPictures);
    times.whole.push(whole);
  }
  return times;
}
