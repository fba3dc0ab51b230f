// Images that try to take memory, time, or the reader itself, made by scripts.
import { deflateSync } from 'node:zlib';
import { flatJpeg, hugeJpeg, pngFile, pngOfPacked, pngRows, webpFiles } from '../image-files.ts';

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });
const rgb = { bits: 8, colorType: 2 };
const small = { width: 2, height: 2, bits: 8, colorType: 2 };
const smallRows = pngRows(2, (y) => [y, 10, 20, 30, 40, 50]);

/** A segment of a JPEG. */
const segment = (mark: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, mark, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data]);

/** A JPEG with these segments before its frame. */
function jpegWith(...segments: Buffer[]): Buffer {
  const jpeg = flatJpeg([128, 128, 128]);
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** A progressive JPEG of nearly 40 megapixels whose scans have hardly any data. */
function emptyScans(count: number): Buffer {
  const jpeg = hugeJpeg(7_000, 5_700);
  jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc2;
  const from = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0x10])), Buffer.alloc(40, 0x55)]);
  return Buffer.concat([
    jpeg.subarray(0, from),
    ...Array.from({ length: count }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A WebP of one chunk. */
function riff(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + data.length, 4);
  head.write(`WEBP${type}`, 8, 'latin1');
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function losslessHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(5);
  head[0] = 0x2f;
  head.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return head;
}

/** Each is made when it is needed, because some are large. */
export const hostileImages: Readonly<Record<string, () => Buffer>> = {
  'nothing but the first bytes of a PNG': () => pngFile(small, smallRows).subarray(0, 8),
  'a header alone': () => pngFile(small, smallRows).subarray(0, 33),
  'a page of HTML': () => Buffer.from('<!DOCTYPE html><svg onload=alert(1)>'),
  'a PNG of 20,000 × 20,000 in 64 KB': () =>
    pngOfPacked({ width: 20_000, height: 20_000, ...rgb }, zeros(64_000_000)),
  'a PNG of 40 megapixels in 150 KB': () =>
    pngOfPacked({ width: 8_000, height: 5_000, ...rgb }, zeros(5_000 * 24_001)),
  'a PNG that holds 1 GB behind its rows': () => pngOfPacked(small, zeros(1_000_000_000)),
  'a PNG of one row of 40 megapixels': () =>
    pngOfPacked({ width: 40_000_000, height: 1, bits: 16, colorType: 6 }, zeros(320_000_001)),
  'a PNG of one column of 40 megapixels': () =>
    pngOfPacked({ width: 1, height: 40_000_000, bits: 1, colorType: 0 }, zeros(80_000_000)),
  'a PNG of 65,535 rows of one pixel': () =>
    pngOfPacked({ width: 1, height: 65_535, bits: 1, colorType: 0, interlaced: true }, zeros(400_000)),
  'a PNG of four billion pixels a side': () =>
    pngFile({ width: 0xffff_ffff, height: 0xffff_ffff, ...rgb }, smallRows),
  'a PNG of no pixels': () => pngFile({ width: 0, height: 5, ...rgb }, smallRows),
  'a PNG of unknown depth': () => pngFile({ ...small, bits: 7 }, smallRows),
  'a PNG with a chunk of 2 GB': () => {
    const png = pngFile(small, smallRows);
    png.writeUInt32BE(0x7fff_ffff, 33);
    return png;
  },
  'a PNG with a million chunks': () =>
    pngFile(
      small,
      smallRows,
      Array.from({ length: 1_000_000 }, () => ['tEXt', Buffer.alloc(0)] as const),
    ),
  'a PNG with a million parts': () =>
    pngFile(
      small,
      smallRows,
      Array.from({ length: 1_000_000 }, () => ['IDAT', Buffer.alloc(0)] as const),
    ),
  'a PNG whose profile holds 500 MB': () =>
    pngFile(small, smallRows, [['iCCP', Buffer.concat([Buffer.from('icc\0\0'), zeros(500_000_000)])]]),
  'a PNG of 19 MB of text': () => pngFile(small, smallRows, [['tEXt', Buffer.alloc(19_000_000, 0x41)]]),
  'a palette with no colours': () => pngFile({ ...small, bits: 8, colorType: 3 }, Buffer.alloc(6)),
  'a JPEG of 65,000 × 65,000': () => hugeJpeg(65_000, 65_000),
  'a JPEG of 40 megapixels with one block': () => hugeJpeg(8_000, 5_000),
  'a JPEG with 30 empty scans': () => emptyScans(30),
  'a JPEG with 150,000 empty scans': () => emptyScans(150_000),
  'a JPEG with 100,000 Huffman tables': () =>
    jpegWith(
      ...Array.from({ length: 100_000 }, () =>
        segment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(16)])),
      ),
    ),
  'a JPEG with 15 MB of remarks': () =>
    jpegWith(...Array.from({ length: 240 }, () => segment(0xfe, Buffer.alloc(65_000)))),
  'a JPEG whose profile has 200 parts': () =>
    jpegWith(
      ...Array.from({ length: 200 }, (_, index) =>
        segment(
          0xe2,
          Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([index + 1, 200]), Buffer.alloc(65_000)]),
        ),
      ),
    ),
  'a JPEG with an Exif directory that contains itself': () =>
    jpegWith(segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff\0\0\0\x08', 'latin1'))),
  'a JPEG of ones': () => {
    const jpeg = flatJpeg([128, 128, 128]);
    return Buffer.concat([jpeg.subarray(0, -6), Buffer.alloc(10_000_000, 0x7f), Buffer.from([0xff, 0xd9])]);
  },
  'a WebP of 16,383 × 16,383': () => riff('VP8L', losslessHead(16_383, 16_383)),
  'a WebP of 40 megapixels without data': () =>
    riff('VP8L', Buffer.concat([losslessHead(8_000, 5_000), Buffer.alloc(40)])),
  'a WebP of 40 megapixels of ones': () =>
    riff('VP8L', Buffer.concat([losslessHead(8_000, 5_000), Buffer.alloc(1_000_000, 0xff)])),
  'a WebP whose chunk is longer than the file': () => {
    const webp = Buffer.from(webpFiles.lossless);
    webp.writeUInt32LE(0xffff_fff0, 16);
    return webp;
  },
  'a WebP that says 40 megapixels of a small picture': () => {
    const webp = Buffer.from(webpFiles.lossy);
    webp.writeUIntLE(7_999, 24, 3);
    webp.writeUIntLE(4_999, 27, 3);
    return webp;
  },
  'a PNG that is also a ZIP and a page of HTML': () =>
    Buffer.concat([
      pngFile(small, smallRows),
      Buffer.from('<script>alert(1)</script>PK\x05\x06'),
      Buffer.alloc(18),
    ]),
  'a JPEG that is also a PDF': () =>
    jpegWith(segment(0xfe, Buffer.from('%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>endobj'))),
  'an SVG nested 100,000 deep': () =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g>'.repeat(100_000)}`),
  'an SVG of entities that multiply': () =>
    Buffer.from(
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    ),
  'an SVG of copies that multiply': () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
        { length: 30 },
        (_, index) => `<g id="g${index + 1}"><use href="#g${index}"/><use href="#g${index}"/></g>`,
      ).join('')}</defs><use href="#g30"/></svg>`,
    ),
  'an SVG with a path of 5 MB': () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0${'L1 1'.repeat(1_250_000)}"/></svg>`,
    ),
};
