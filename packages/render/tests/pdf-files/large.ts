// Large PDFs of scanners and page layout programs, for measuring.
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { mozJpeg } from '../image-corpus/encoders.ts';
import { letterhead } from './ordinary.ts';
import { RawPdf } from './raw-pdf.ts';

/** A gradient with grain, as paper is scanned. */
function scan(width: number, height: number, components: 3 | 4): Buffer {
  const grain = randomBytes(4_096);
  const pixels = Buffer.alloc(width * height * components, 255);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += components) {
      const value = 180 + ((x >> 5) & 31) + (grain[(x * 7 + y * 13) & 4_095]! >> 4);
      pixels[at] = value;
      pixels[at + 1] = value - 10;
      pixels[at + 2] = value - 20;
    }
  }
  return pixels;
}

function pageOf(images: readonly Buffer[], width: number, height: number, filter: string): Buffer {
  const pdf = new RawPdf();
  const tree = pdf.reserve();
  const kids = images.map((data) => {
    const image = pdf.stream(
      data,
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/${filter}`,
    );
    const content = pdf.stream('595 0 0 842 0 0 cm /I Do');
    return pdf.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<</XObject<</I ${image} 0 R>>>>>>`,
    );
  });
  pdf.set(tree, `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${kids.length}>>`);
  return pdf.write(pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`));
}

export const largePdfs: Readonly<Record<string, () => Promise<Buffer>>> = {
  'twenty pages with text and images': async () => Buffer.from(await (await letterhead(true, 20)).save()),
  'twenty pages scanned at 200 dpi, JPEG': async () => {
    const [width, height] = [1_654, 2_339];
    const jpeg = await mozJpeg({ width, height, rgba: scan(width, height, 4) });
    return pageOf(
      Array.from({ length: 20 }, () => Buffer.from(jpeg)),
      width,
      height,
      'DCTDecode',
    );
  },
  'a page scanned at 600 dpi, JPEG': async () => {
    const [width, height] = [4_961, 7_016];
    const jpeg = await mozJpeg({ width, height, rgba: scan(width, height, 4) });
    return pageOf([Buffer.from(jpeg)], width, height, 'DCTDecode');
  },
  'a page scanned at 400 dpi, Flate': async () => {
    const [width, height] = [3_307, 4_677];
    return pageOf([deflateSync(scan(width, height, 3), { level: 1 })], width, height, 'FlateDecode');
  },
};
