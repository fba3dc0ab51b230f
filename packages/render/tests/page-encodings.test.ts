import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { buildDesign, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, pictureOf, textOf } from './outside-tools.ts';
import { difference, imported } from './pdf-files/imported.ts';
import { RawPdf } from './pdf-files/raw-pdf.ts';

const face = readFileSync(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf')),
);
const width = Array<number>(256).fill(600).join(' ');

/** A page whose fonts name their glyphs by `Differences`: "Contents", of a TrueType font, and two shapes of type 3. */
function namedGlyphs(text = '(ABCDEFGH)'): Buffer {
  const pdf = new RawPdf();
  const program = pdf.stream(face, `/Length1 ${face.length}`);
  const descriptor = pdf.add(
    `<</Type/FontDescriptor/FontName/Newsreader/Flags 32/FontBBox[0 -300 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 ${program} 0 R>>`,
  );
  const letters = pdf.add(
    `<</Type/Font/Subtype/TrueType/BaseFont/Newsreader/FirstChar 0/LastChar 255/Widths[${width}]/FontDescriptor ${descriptor} 0 R` +
      '/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[65/C/o/n 68/t/e 70/n/t/s]>>>>',
  );
  const [box, bar] = ['0 0 700 700 re f', '0 0 200 700 re f'].map((path) =>
    pdf.stream(`800 0 0 0 700 700 d1 ${path}`),
  );
  const shapes = pdf.add(
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 800 800]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 1/LastChar 3/Widths[800 800 800]' +
      `/Encoding<</Differences[1/g1/g12/g1]>>/CharProcs<</g1 ${box} 0 R/g12 ${bar} 0 R>>/Resources<<>>>>`,
  );
  const drawn = `0 g BT /L 40 Tf 20 120 Td ${text} Tj /S 40 Tf 0 -80 Td (\\001\\002\\003) Tj ET`;
  return pdf.write(pdf.pages([drawn], `/Resources<</Font<</L ${letters} 0 R/S ${shapes} 0 R>>>>`));
}

async function pageOf(pdf: Uint8Array): Promise<Buffer> {
  const { pages } = await imported(pdf);
  return Buffer.from(pages[0]!.bytes);
}

/** The page as it was stored before names and codes were separated, of the same length. */
function asStoredBefore(page: Buffer, fonts: 'both' | 'letters' = 'both'): Buffer {
  const written = /Differences ?\[[^\]]*\]/g;
  const text = page.toString('latin1').replace(written, (list) => {
    if (fonts === 'letters' && !list.includes('/C')) return list;
    const joined = list.replace(/(?<=\w) (?=\d)/g, '');
    return joined.padEnd(list.length, ' ');
  });
  return Buffer.from(text, 'latin1');
}

const compiledWith = (page: Uint8Array) =>
  compileDesign(
    buildDesign([], {
      pages: [
        { id: 'first', width: 300, height: 200, elements: [] },
        {
          id: 'second',
          width: 300,
          height: 200,
          background: { color: '#ffffff', assetId: 'a' },
          elements: [],
        },
      ],
    }),
    { images: { a: page } },
  );

const hasTools = isInstalled('pdftoppm') && isInstalled('pdftotext');

describe('a page whose fonts name their glyphs', () => {
  it.skipIf(!hasTools)('keeps every letter, in the import and on certificates', async () => {
    const file = namedGlyphs();
    const page = await pageOf(file);
    const certificate = await certificateOf(await compiledWith(page));
    for (const [pdf, number] of [
      [page, 1],
      [certificate, 2],
    ] as const) {
      expect(textOf(pdf).join(' ')).toContain('Contents');
      expect(difference(pictureOf(pdf, number), pictureOf(file))).toBeLessThan(0.002);
    }
  });

  it('is refused with its place when it was stored without its letters', async () => {
    const stored = asStoredBefore(await pageOf(namedGlyphs()));
    const fault = await compiledWith(stored).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'page_letters_lost', details: { assetId: 'a', page: 2 } });
    expect(errorMessage('page_letters_lost', { page: 2 })).toContain('on page 2');
  });

  it('names the element that shows it', async () => {
    const design = buildDesign([
      {
        ...{ type: 'image', id: 'i', name: 'Border', x: 0, y: 0, width: 300, height: 200 },
        source: { kind: 'asset', assetId: 'a' },
      },
    ]);
    const images = { a: asStoredBefore(await pageOf(namedGlyphs())) };
    await expect(compileDesign(design, { images })).rejects.toMatchObject({
      code: 'page_letters_lost',
      details: { page: 1, element: 'Border' },
    });
  });

  it('is printed when its texts show none of the letters that were lost', async () => {
    const stored = asStoredBefore(await pageOf(namedGlyphs('(abc)')), 'letters');
    await expect(compiledWith(stored)).resolves.toBeDefined();
    await expect(compiledWith(asStoredBefore(await pageOf(namedGlyphs()), 'letters'))).rejects.toMatchObject({
      code: 'page_letters_lost',
    });
  });
});
