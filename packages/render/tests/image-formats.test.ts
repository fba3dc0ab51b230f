import type { DesignElementInput } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import { sanitizeImage } from '../src/image-sanitizer/sanitize-image.ts';
import { srgbProfile } from '../src/pdf/color/srgb.ts';
import { buildDesign, certificateOf, compileDesign } from './builders.ts';
import { flatJpeg, pngFile, pngRows, webpFiles } from './image-files.ts';
import { isInstalled, mutoolPictureOf, pictureOf, run } from './outside-tools.ts';
import { faultsOf } from './reader/read.ts';

const element: DesignElementInput = {
  ...{ type: 'image', id: 'image', x: 100, y: 50, width: 160, height: 80, fit: 'stretch', alt: 'A picture' },
  source: { kind: 'asset', assetId: 'image' },
};

async function fileOf(image: Uint8Array, overrides = {}) {
  const compiled = await compileDesign(buildDesign([{ ...element, ...overrides }]), { images: { image } });
  const pdf = await certificateOf(compiled);
  expect(faultsOf(pdf)).toEqual([]);
  return { pdf, size: compiled.prefix.length };
}

const svg = (body: string, attributes = 'viewBox="0 0 16 8"') =>
  Buffer.from(
    `<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`,
  );

type Color = [number, number, number];
const red: Color = [255, 0, 0];
const white: Color = [255, 255, 255];

/** The colours of the quarters: top left, top right, bottom left, bottom right. */
async function quarters(image: Uint8Array, overrides = {}): Promise<Color[][]> {
  const { pdf } = await fileOf(image, overrides);
  return [pictureOf(pdf), mutoolPictureOf(pdf)].map((picture) =>
    [
      [140, 70],
      [220, 70],
      [140, 110],
      [220, 110],
    ].map(([x, y]) => picture.at(x as number, y as number)),
  );
}

function expectNear(found: readonly Color[][], wanted: readonly Color[], by = 6): void {
  for (const colors of found) {
    for (const [index, color] of colors.entries()) {
      for (const channel of [0, 1, 2] as const) {
        expect([index, color, Math.abs(color[channel] - (wanted[index]?.[channel] ?? 0)) <= by]).toEqual([
          index,
          color,
          true,
        ]);
      }
    }
  }
}

const halves = (left: readonly number[], right: readonly number[]) => (_: number) =>
  Array.from({ length: 16 }, (_, x) => (x < 8 ? left : right)).flat();

describe.skipIf(!isInstalled('pdftoppm') || !isInstalled('mutool'))('PNG', () => {
  const size = { width: 16, height: 8 };

  it('keeps the compressed rows of grey and of 16 bits', async () => {
    const grey = pngFile({ ...size, bits: 8, colorType: 0 }, pngRows(8, halves([0x80], [0xff])));
    const deep = pngFile(
      { ...size, bits: 16, colorType: 2 },
      pngRows(8, halves([255, 255, 0, 0, 0, 0], Array(6).fill(255))),
    );
    const half: Color = [128, 128, 128];
    expectNear(await quarters(grey), [half, white, half, white]);
    expectNear(await quarters(deep), [red, white, red, white]);
    if (!isInstalled('pdfimages')) return;
    expect(run('pdfimages', (await fileOf(deep)).pdf, ['-list'])).toMatch(/rgb\s+3\s+16/);
    expect(run('pdfimages', (await fileOf(grey)).pdf, ['-list'])).toMatch(/gray\s+1\s+8/);
  });

  it('does not grow', async () => {
    let state = 1;
    const noise = pngRows(200, () =>
      Array.from({ length: 400 }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state >>> 24;
      }),
    );
    const grey = pngFile({ width: 400, height: 200, bits: 8, colorType: 0 }, noise);
    const without = (await compileDesign(buildDesign([]))).prefix.length;
    expect((await fileOf(grey)).size - without).toBeLessThan(grey.length + 1_500);
  });

  it('shows palettes, transparent palette entries, 16-bit alpha and a transparent colour', async () => {
    const palette = Buffer.from([255, 0, 0, 255, 255, 255]);
    const bits = pngRows(8, () => [0x00, 0xff]);
    expectNear(await quarters(pngFile({ ...size, bits: 1, colorType: 3 }, bits, [['PLTE', palette]])), [
      red,
      white,
      red,
      white,
    ]);
    const clear = pngFile({ ...size, bits: 1, colorType: 3 }, bits, [
      ['PLTE', palette],
      ['tRNS', Buffer.from([0x80])],
    ]);
    const pink: Color = [255, 127, 127];
    expectNear(await quarters(clear), [pink, white, pink, white]);
    const deep = pngFile(
      { ...size, bits: 16, colorType: 6 },
      pngRows(8, halves([255, 255, 0, 0, 0, 0, 0x80, 0], Array(8).fill(0))),
    );
    expectNear(await quarters(deep), [pink, white, pink, white]);
    const key = pngFile({ ...size, bits: 8, colorType: 2 }, pngRows(8, halves([255, 0, 0], [0, 0, 255])), [
      ['tRNS', Buffer.from([0, 0, 0, 0, 0, 255])],
    ]);
    expectNear(await quarters(key), [red, white, red, white]);
  });

  it('shows interlaced rows', async () => {
    // The passes of 16 × 8 pixels, each with its first column.
    const passes = [
      [0, 8, 1],
      [4, 8, 1],
      [0, 4, 1],
      [2, 4, 2],
      [0, 2, 2],
      [1, 2, 4],
      [0, 1, 4],
    ] as const;
    const rows = passes.flatMap(([left, step, lines]) =>
      Array.from({ length: lines }, () => [
        0,
        ...Array.from({ length: Math.ceil((16 - left) / step) }, (_, x) =>
          left + x * step < 8 ? red : white,
        ).flat(),
      ]).flat(),
    );
    const png = pngFile({ ...size, bits: 8, colorType: 2, interlaced: true }, Buffer.from(rows));
    expectNear(await quarters(png), [red, white, red, white]);
  });

  it('embeds the profile of an image, but not a broken one', async () => {
    const { deflateSync } = await import('node:zlib');
    const withProfile = (profile: Buffer) =>
      pngFile({ ...size, bits: 8, colorType: 2 }, pngRows(8, halves(red, white)), [
        ['iCCP', Buffer.concat([Buffer.from('own\0\0', 'latin1'), deflateSync(profile)])],
      ]);
    const whole = (await fileOf(withProfile(srgbProfile()))).pdf.toString('latin1');
    expect(whole).toContain('[/ICCBased');
    const broken = (await fileOf(withProfile(srgbProfile().subarray(0, 500)))).pdf.toString('latin1');
    expect(broken).not.toContain('[/ICCBased');
  });
});

describe.skipIf(!isInstalled('pdftoppm') || !isInstalled('mutool'))('JPEG', () => {
  const all = (color: Color) => [color, color, color, color];

  it('shows CMYK, inverted when the Adobe segment is present', async () => {
    // Full magenta and yellow give red.
    expectNear(await quarters(flatJpeg([0, 255, 255, 0])), all(red), 12);
    expectNear(await quarters(flatJpeg([255, 0, 0, 255], { adobe: true })), all(red), 12);
    expectNear(await quarters(flatJpeg([0, 0, 0, 128])), all([127, 127, 127]), 12);
  });

  it('shows CMYK in the same colours after an upload', async () => {
    for (const file of [flatJpeg([0, 255, 255, 0]), flatJpeg([255, 0, 0, 255], { adobe: true })]) {
      expectNear(await quarters((await sanitizeImage(file)).bytes), all(red), 12);
    }
  });

  it('shows grey and omits comments and location data', async () => {
    expectNear(await quarters(flatJpeg([64])), all([64, 64, 64]));
    const jpeg = flatJpeg([64]);
    const place = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from('ffe1000c', 'hex'),
      Buffer.from('Lima 12 S\0', 'latin1'),
      jpeg.subarray(2),
    ]);
    expect((await fileOf(place)).pdf.toString('latin1')).not.toContain('Lima 12 S');
  });

  it.each([
    ['cut short', 'incomplete', flatJpeg([64]).subarray(0, 40)],
    [
      'lossless',
      'image_compression',
      Buffer.from(flatJpeg([64]).toString('latin1').replace('\xff\xc0', '\xff\xc3'), 'latin1'),
    ],
    ['no image', 'image_kind', Buffer.from('GIF89a')],
  ])('is refused when it is %s', async (_, reason, image) => {
    await expect(fileOf(image)).rejects.toMatchObject({
      code: 'image_unreadable',
      details: { assetId: 'image', reason },
    });
  });
});

describe.skipIf(!isInstalled('pdftoppm') || !isInstalled('mutool'))('WebP', () => {
  it.each(['lossy', 'lossless'] as const)('is shown with its alpha channel, %s', async (kind) => {
    expectNear(await quarters(webpFiles[kind]), [red, white, white, white], 20);
  });

  it('is rejected when it is broken or exceeds the pixel limit', async () => {
    const huge = Buffer.from(webpFiles.lossy);
    huge.fill(0xff, 24, 30);
    for (const image of [webpFiles.lossy.subarray(0, 60), huge]) {
      await expect(fileOf(image)).rejects.toMatchObject({ code: 'image_unreadable' });
    }
  });
});

describe.skipIf(!isInstalled('pdftoppm') || !isInstalled('mutool'))('SVG', () => {
  it('is drawn as vectors: shapes, styles, groups, references, clip paths', async () => {
    const drawings = [
      '<rect width="8" height="8" fill="red"/>',
      '<g style="fill:#f00" transform="scale(2)"><path d="M0 0h4v4h-4z"/></g>',
      '<style>.a { fill: rgb(100%, 0%, 0%) }</style><polygon class="a" points="0,0 8,0 8,8 0,8"/>',
      '<defs><rect id="r" width="4" height="8" fill="red"/></defs><use href="#r"/><use href="#r" x="4"/>',
      '<clipPath id="c"><rect width="8" height="8"/></clipPath><rect width="16" height="8" fill="red" clip-path="url(#c)"/>',
      '<line x1="4" y1="0" x2="4" y2="8" stroke="red" stroke-width="8"/>',
      '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="8" height="8" fill="url(#g)"/>',
    ];
    for (const drawing of drawings) expectNear(await quarters(svg(drawing)), [red, white, red, white]);
    if (isInstalled('pdfimages')) {
      const { pdf } = await fileOf(svg(drawings[0] as string));
      expect(run('pdfimages', pdf, ['-list']).trim().split('\n')).toHaveLength(2);
    }
  });

  it('shows gradients and opacity like browsers', async () => {
    const [first, second] = await quarters(
      svg(
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient><rect width="16" height="8" fill="url(#g)"/>',
      ),
    );
    for (const colors of [first, second]) {
      expect(colors?.[0]?.[0]).toBeGreaterThan(170);
      expect(colors?.[1]?.[2]).toBeGreaterThan(170);
    }
    const pink: Color = [255, 127, 127];
    const overlapping =
      '<g opacity=".5"><rect width="8" height="8" fill="red"/><rect width="8" height="4" fill="red"/></g>';
    expectNear(await quarters(svg(overlapping)), [pink, white, pink, white]);
  });

  it('fits its viewBox into its box', async () => {
    const square = svg('<rect width="8" height="8" fill="red"/>', 'width="16" height="8" viewBox="0 0 8 8"');
    const { pdf } = await fileOf(square);
    expect(pictureOf(pdf).inked()).toMatchObject({ left: 140, right: 219 });
  });

  it.each([
    ['a script', '<script>alert(1)</script>', 'svg_element script'],
    ['a page within', '<foreignObject/>', 'svg_element foreignObject'],
    ['a picture from elsewhere', '<image href="https://example.com/a.png"/>', 'svg_element image'],
    ['a text', '<text>Ana</text>', 'svg_element text'],
    ['a filter', '<rect filter="url(#f)" width="1" height="1"/>', 'svg_filter rect'],
    ['a reference to another file', '<use href="other.svg#a"/>', 'svg_reference other.svg#a'],
    ['a style from elsewhere', '<style>@import url(https://example.com/a.css)</style>', 'svg_style_external'],
    ['a reference to itself', '<g id="a"><use href="#a"/></g>', 'svg_circular #a'],
    [
      'a circle of references',
      '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
      'svg_circular #b',
    ],
    ['what is not closed', '<g>', 'svg_unopened svg'],
  ])('is refused with %s, by name', async (_, body, expected) => {
    const [reason, name] = expected.split(' ');
    await expect(fileOf(svg(body))).rejects.toMatchObject({
      code: 'image_unreadable',
      details: { reason, ...(name && { name }) },
    });
  });

  it('is rejected in bounded time when its references or entities multiply', async () => {
    const doubling = Array.from(
      { length: 30 },
      (_, n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`,
    );
    const bombs = [
      svg(`<g id="a0"><rect width="1" height="1"/></g>${doubling.join('')}`),
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg><g>&b;</g></svg>'),
      svg(`<style>${'a'.repeat(500_000)}</style><rect width="8" height="8"/>`),
      svg('<g>'.repeat(100_000)),
    ];
    const spent = await cpuMsOf(async () => {
      for (const bomb of bombs.slice(0, 2))
        await expect(fileOf(bomb)).rejects.toMatchObject({ code: 'image_unreadable' });
      await fileOf(bombs[2] as Buffer);
      await expect(fileOf(bombs[3] as Buffer)).rejects.toMatchObject({ code: 'image_unreadable' });
    });
    expect(spent).toBeLessThan(20_000);
  });
});
