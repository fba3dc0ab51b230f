import { describe, expect, it } from 'vitest';
import { mozJpeg, mozPixels } from '../../tests/image-corpus/encoders.ts';
import { painted, withOrientation } from '../../tests/image-corpus/large.ts';
import { flatJpeg, pngFile, pngRows, webpFiles } from '../../tests/image-files.ts';
import { readJpeg } from '../pdf/images/jpeg.ts';
import { pngSamples, readPngFile } from '../pdf/images/png-file.ts';
import { jpegOrientation } from '../pdf/orientation.ts';
import { createImageSanitizer } from './image-sanitizer.ts';
import { sanitizeImage } from './sanitize-image.ts';
import { ImageRejected } from './sanitized-image.ts';

/** 32 × 16 pixels: red on the left, blue on the right. */
const halves = () => {
  const rgba = new Uint8Array(32 * 16 * 4);
  for (let at = 0; at < 32 * 16; at += 1)
    rgba.set(at % 32 < 16 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
  return { width: 32, height: 16, rgba };
};

const photo = async (orientation: number) =>
  Buffer.concat([withOrientation(await mozJpeg(halves()), orientation), Buffer.from('after the end')]);

/** A minimal profile that a PDF may embed, without tags. */
function profile(): Buffer {
  const icc = Buffer.alloc(132);
  icc.writeUInt32BE(132, 0);
  icc[8] = 2;
  icc.write('mntrRGB XYZ ', 12, 'latin1');
  icc.write('acsp', 36, 'latin1');
  return icc;
}

async function rejectionOf(file: Uint8Array, maxBytes?: number) {
  const error = await sanitizeImage(file, maxBytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImageRejected);
  return (error as ImageRejected).rejection;
}

describe('a photograph', () => {
  it.each([
    [1, [0, 0], [31, 0]],
    [2, [31, 0], [0, 0]],
    [3, [31, 15], [0, 0]],
    [4, [0, 15], [31, 15]],
    [5, [0, 0], [0, 31]],
    [6, [0, 0], [0, 31]],
    [7, [15, 31], [15, 0]],
    [8, [0, 31], [0, 0]],
  ])('of orientation %i stands upright and says nothing of itself', async (orientation, red, blue) => {
    const file = await photo(orientation);
    expect(jpegOrientation(file)).toBe(orientation);
    const { mediaType, bytes, width, height } = await sanitizeImage(file);
    expect([mediaType, width, height]).toEqual(['image/jpeg', ...(orientation >= 5 ? [16, 32] : [32, 16])]);
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Exif|GPS|after/);
    const { rgba } = (await mozPixels(bytes))!;
    const at = ([x, y]: number[]) => [...rgba.subarray((y! * width + x!) * 4, (y! * width + x!) * 4 + 3)];
    expect(at(red)[0]).toBeGreaterThan(220);
    expect(at(red)[2]).toBeLessThan(40);
    expect(at(blue)[2]).toBeGreaterThan(220);
  });

  it('keeps a valid colour profile and drops others', async () => {
    const bytes = async (icc: Buffer) =>
      Buffer.from((await sanitizeImage(flatJpeg([128, 128, 128], { profile: icc }))).bytes);
    expect((await bytes(profile())).includes(profile())).toBe(true);
    expect((await bytes(Buffer.from('no profile'))).includes('ICC_PROFILE')).toBe(false);
    const grey = await sanitizeImage(flatJpeg([200]));
    expect(grey).toMatchObject({ mediaType: 'image/jpeg', width: 8, height: 8 });
    expect(readJpeg(Buffer.from(grey.bytes)).components).toBe(1);
  });

  it('stays in the colours of print, with the segment that says how they are stored', async () => {
    for (const adobe of [true, false]) {
      const { bytes } = await sanitizeImage(flatJpeg([10, 90, 160, 230], { adobe }));
      expect(readJpeg(Buffer.from(bytes))).toMatchObject({ components: 4, isAdobe: adobe });
      expect(Buffer.from(bytes).indexOf('ffd8', 0, 'hex')).toBe(0);
    }
  });

  it('of a high quality is encoded more coarsely until it is small enough', async () => {
    const file = await mozJpeg(painted({ width: 400, height: 300 }, { grain: 90 }), { quality: 95 });
    const most = Math.floor(file.length / 2);
    const { bytes } = await sanitizeImage(file, most);
    expect(bytes.byteLength).toBeLessThanOrEqual(most);
    expect(await rejectionOf(file, 5_000)).toMatchObject({ kind: 'detail' });
  });
});

describe('a PNG', () => {
  const rows = pngRows(2, (y) => [y, 10, 20, 30, 40, 50]);
  const shape = { width: 2, height: 2, bits: 8, colorType: 2 };

  it('keeps every pixel and loses its metadata', async () => {
    const chunks = [['tEXt', Buffer.from('Author\0Ana')] as const, ['eXIf', Buffer.from('MM GPS')] as const];
    const { bytes } = await sanitizeImage(pngFile(shape, rows, chunks));
    const file = readPngFile(Buffer.from(bytes));
    expect([...pngSamples(file)]).toEqual([0, 10, 20, 30, 40, 50, 1, 10, 20, 30, 40, 50]);
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Author|GPS/);
  });

  it('keeps its palette and its transparency', async () => {
    const palette = Buffer.from([255, 0, 0, 0, 0, 255]);
    const file = pngFile(
      { ...shape, colorType: 3, bits: 1 },
      pngRows(2, () => [0b01000000]),
      [
        ['PLTE', palette],
        ['tRNS', Buffer.from([0])],
      ],
    );
    const read = readPngFile(Buffer.from((await sanitizeImage(file)).bytes));
    expect(read).toMatchObject({ colorType: 3, bits: 1, palette, transparency: Buffer.from([0]) });
  });

  it('becomes a JPEG when it is too large to print and opaque, and is rejected when it is transparent', async () => {
    // Noise, which cannot be compressed.
    const side = 64;
    const noise = (components: number, alpha: number) => {
      const all = Buffer.alloc(side * (1 + side * components));
      let state = 1;
      for (let at = 0; at < all.length; at += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const column = at % (1 + side * components);
        all[at] = column === 0 ? 0 : components === 4 && column % 4 === 0 ? alpha : state >>> 24;
      }
      return all;
    };
    const large = { width: side, height: side, bits: 8 };
    const png = (alpha: number) => pngFile({ ...large, colorType: 6 }, noise(4, alpha));
    const opaque = await sanitizeImage(png(255), 12_000);
    expect(opaque).toMatchObject({ mediaType: 'image/jpeg', width: side, height: side });
    expect(opaque.bytes.byteLength).toBeLessThan(12_000);
    expect(await sanitizeImage(png(255))).toMatchObject({ mediaType: 'image/png' });
    expect(await rejectionOf(png(128), 12_000)).toMatchObject({ kind: 'detail' });
  });
});

describe('a WebP and an SVG', () => {
  it('become formats that PDF supports', async () => {
    for (const file of [webpFiles.lossy, webpFiles.lossless]) {
      const { mediaType, bytes } = await sanitizeImage(file);
      expect(mediaType).toBe('image/png');
      expect(readPngFile(Buffer.from(bytes))).toMatchObject({ width: 16, height: 8, colorType: 6 });
    }
  });

  const svg = (inside: string) =>
    Buffer.from(
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${inside}</svg>`,
    );

  it('is rewritten with only the parts that are drawn', async () => {
    const drawn = '<rect id="r" width="9" height="9" fill="#f00" onclick="alert(1)" data-x:y="1"/>';
    const { bytes, ...facts } = await sanitizeImage(
      svg(`<!-- made by hand --><title>mine</title><defs><script>alert(1)</script></defs>${drawn}`),
    );
    expect(facts).toEqual({ mediaType: 'image/svg+xml', width: 40, height: 20 });
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('<rect id="r" width="9" height="9" fill="#f00">');
    expect(text).not.toMatch(/script|alert|onclick|mine|hand/);
  });

  it.each([
    ['a script', 'script', '<script>alert(1)</script>'],
    ['a picture', 'image', '<image href="https://example.org/a.png"/>'],
    ['other markup', 'foreignObject', '<foreignObject><b/></foreignObject>'],
  ])('is refused with %s', async (_, name, inside) => {
    expect(await rejectionOf(svg(`<rect width="9" height="9"/>${inside}`))).toMatchObject({
      ...{ kind: 'unreadable', reason: 'svg_element', values: { name } },
    });
  });
});

describe('malicious files', () => {
  const jpegOf = (width: number, height: number) => {
    const jpeg = flatJpeg([128, 128, 128]);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    return jpeg;
  };
  const webpOf = (width: number, height: number) => {
    const webp = Buffer.from(webpFiles.lossy);
    webp.writeUIntLE(width - 1, 24, 3);
    webp.writeUIntLE(height - 1, 27, 3);
    return webp;
  };
  const pngOf = (width: number, height: number) =>
    pngFile({ width, height, bits: 8, colorType: 2 }, Buffer.alloc(1_000_000));

  it.each([
    ['a PNG of 900 megapixels', pngOf(30_000, 30_000), 'pixels'],
    ['a PNG of 41 megapixels', pngOf(41_000, 1_000), 'pixels'],
    ['a JPEG of 4,000 megapixels', jpegOf(65_000, 65_000), 'pixels'],
    ['a JPEG of 41 megapixels', jpegOf(41_000, 1_000), 'pixels'],
    ['a WebP of 41 megapixels', webpOf(41_000, 1_000), 'pixels'],
    ['a PNG with fewer rows than it says', pngOf(2_000, 2_000), 'incomplete'],
    ['a truncated JPEG', flatJpeg([1, 2, 3]).subarray(0, -3), 'incomplete'],
    [
      'a truncated PNG',
      pngFile(
        { width: 1, height: 1, bits: 8, colorType: 0 },
        pngRows(1, () => [1]),
      ).subarray(0, 50),
      'incomplete',
    ],
    ['a truncated WebP', webpFiles.lossless.subarray(0, 30), 'incomplete'],
    ['a GIF', Buffer.from('GIF89a..'), 'kind'],
    ['words', Buffer.from('<html>'), 'kind'],
    ['a signature alone', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'damaged'],
  ])('are refused: %s', async (_, file, cause) => {
    const rejection = await rejectionOf(file);
    expect(rejection.kind === 'unreadable' ? rejection.reason : rejection.kind).toBe(cause);
  });

  it('are terminated after their CPU time limit, and the next image is accepted', async () => {
    const sanitizer = createImageSanitizer({ budgetMs: -5_000 });
    await expect(sanitizer.sanitize('a', await photo(6))).rejects.toMatchObject({
      code: 'upload_image_unreadable',
      details: { reason: 'too_slow' },
    });
    const patient = createImageSanitizer();
    expect(await patient.sanitize('a', await photo(6))).toMatchObject({ width: 16, height: 32 });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="1" height="1"/></svg>';
    expect(await patient.sanitize('a', Buffer.from(svg))).toMatchObject({ width: 4, height: 2 });
    await expect(patient.sanitize('a', jpegOf(41_000, 1_000))).rejects.toMatchObject({
      code: 'upload_image_pixels',
      details: { max: 40 },
    });
  });
});
