import { describe, expect, it } from 'vitest';
import { imageOperators } from '../src/pdf/image-operators.ts';
import { writeImage } from '../src/pdf/images.ts';
import { buildDesign, certificateOf, compileDesign } from './builders.ts';
import { everyImage } from './every-element.ts';
import { flatJpeg, pngFile, pngRows, webpFiles } from './image-files.ts';
import { isInstalled, pictureOf } from './outside-tools.ts';
import { difference, imported } from './pdf-files/imported.ts';
import { RawPdf } from './pdf-files/raw-pdf.ts';

/** A page that sets no state: glyphs, fills, outlines and a stencil in what a page begins with. */
function statelessPage({ content = '', states = '' } = {}): Buffer {
  const pdf = new RawPdf();
  const glyph = pdf.stream('800 0 0 0 700 700 d1 0 0 700 700 re 200 200 300 300 re f*');
  const font = pdf.add(
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 800 800]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 66/Widths[800 800]` +
      `/Encoding<</Differences[65/a 66/b]>>/CharProcs<</a ${glyph} 0 R/b ${glyph} 0 R>>/Resources<<>>>>`,
  );
  const stencil =
    'q 40 0 0 40 230 120 cm BI /W 8 /H 8 /IM true /D [0 1] ID \xaa\x55\xaa\x55\xaa\x55\xaa\x55 EI Q';
  const drawn =
    `${content} BT /F 20 Tf 20 150 Td (ABAB) Tj T* (BA) ' ET 20 20 60 60 re f 100 20 60 60 re S ` +
    `180 20 m 230 90 l 280 20 l S ${stencil}`;
  return pdf.write(pdf.pages([drawn], `/Resources<</Font<</F ${font} 0 R>>/ExtGState<<${states}>>>>`));
}

async function pageOf(pdf: Uint8Array): Promise<Uint8Array> {
  const { pages } = await imported(pdf);
  return pages[0]!.bytes;
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M2 2h10v10z"/>' +
    '<path d="M14 2h12v14z" fill="none" stroke="#080"/><circle cx="8" cy="15" r="3" fill="#06c" stroke="red"/></svg>',
);

/** What content leaves behind that sets the operators of every state. */
const operators =
  '1 0 0 rg 0 .6 1 RG 9 w 1 J 1 j 1 M [9 5] 3 d 4 Tc 30 Tw 250 Tz 33 TL 9 Ts 1 Tr /AbsoluteColorimetric ri 50 i';

/** A page that shows an asset on yellow paper, after `before`. */
async function drawnAfter(before: string, asset: Uint8Array): Promise<Buffer> {
  const pdf = new RawPdf();
  const image = await writeImage(asset, 'asset', { next: 0, add: (body) => pdf.add(Buffer.from(body)) });
  const mask = pdf.stream(
    '.2 g 0 0 300 200 re f',
    '/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<<>>/Group<</S/Transparency/CS/DeviceGray>>',
  );
  const loud =
    `<</BM/Difference/SMask<</S/Luminosity/G ${mask} 0 R>>/ca .4/CA .4/AIS true/OP true/op true/OPM 1/SA true` +
    '/LW 9/LC 1/LJ 1/ML 1/D[[9 5]3]/TK false>>';
  const frame = { x: 0, y: 200 };
  const placed = { left: 0, bottom: 200, width: 300, height: 200, flip: {}, window: null } as never;
  const content = `1 1 0 rg 0 0 300 200 re f ${before} ${imageOperators({ ...image, name: 'I' }, frame, placed)}`;
  const resources = `/Resources<</XObject<</I ${image.number} 0 R>>/ExtGState<</Loud ${loud}>>>>`;
  return pdf.write(pdf.pages([content], resources));
}

describe.skipIf(!isInstalled('pdftoppm'))('an asset', () => {
  const pages = {
    'an imported page': statelessPage(),
    'an imported page that blends': statelessPage({
      content: 'q .8 g 0 0 300 100 re f Q /M gs',
      states: '/M<</BM/Multiply/ca .5>>',
    }),
  };
  const others: Record<string, Uint8Array> = {
    'a PNG': pngFile(
      { width: 2, height: 2, bits: 8, colorType: 2 },
      pngRows(2, () => [9, 200, 9, 200, 9, 9]),
    ),
    'a stencil PNG': pngFile(
      { width: 8, height: 2, bits: 1, colorType: 0 },
      pngRows(2, () => [0x5a]),
    ),
    'a JPEG': flatJpeg([90, 128, 200]),
    'a lossy WebP': webpFiles.lossy,
    'a lossless WebP': webpFiles.lossless,
    'the logo': everyImage.logo!,
    'an SVG': svg,
  };

  it.each(Object.entries(others))('looks the same whatever was painted before it: %s', async (_, asset) => {
    const [loud, quiet] = [await drawnAfter(operators, asset), await drawnAfter('', asset)];
    expect(difference(pictureOf(loud), pictureOf(quiet))).toBe(0);
  });

  it.each(Object.entries(pages))(
    'looks as in its file whatever was painted before it: %s',
    async (_, file) => {
      const page = await pageOf(file);
      const quiet = pictureOf(await drawnAfter('', page));
      for (const before of [operators, '/Loud gs', `${operators} /Loud gs`]) {
        expect(difference(pictureOf(await drawnAfter(before, page)), quiet)).toBe(0);
      }
      const design = buildDesign([], {
        pages: [
          { id: 'p', width: 300, height: 200, background: { color: '#ffffff', assetId: 'a' }, elements: [] },
        ],
      });
      const compiled = await compileDesign(design, { images: { a: page } });
      expect(difference(pictureOf(await certificateOf(compiled)), pictureOf(file))).toBeLessThan(0.01);
    },
  );

  it.each(['an imported page', 'an SVG'])('has the opacity of its element as a whole: %s', async (kind) => {
    const pdf = new RawPdf();
    const overlapping = '/Opaque gs 0 0 200 200 re f 100 0 200 200 re f';
    const states = '/Resources<</ExtGState<</Opaque<</ca 1/CA 1>>>>>>';
    const drawing = '<rect width="200" height="200"/><rect x="100" width="200" height="200"/>';
    const asset =
      kind === 'an SVG'
        ? Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">${drawing}</svg>`)
        : await pageOf(pdf.write(pdf.pages([overlapping], states)));
    const design = buildDesign([
      {
        ...{ type: 'image', id: 'i', x: 0, y: 0, width: 300, height: 200, opacity: 0.5 },
        source: { kind: 'asset', assetId: 'a' },
      },
    ]);
    const compiled = await compileDesign(design, { images: { a: asset } });
    const picture = pictureOf(await certificateOf(compiled));
    for (const x of [50, 150, 250]) expect(picture.at(x, 100)[0]).toBeCloseTo(128, -1);
  });
});
