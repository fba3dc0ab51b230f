import type { DesignElementInput } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { noisePng } from '../bench/rendering/subject.ts';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, mutoolPictureOf, pictureOf } from './outside-tools.ts';

const red = '#ff0000';
const isRed = ([r, g, b]: number[]) => (r ?? 0) > 200 && (g ?? 255) < 80 && (b ?? 255) < 80;
const isWhite = (pixel: number[]) => pixel.every((value) => value > 240);

/** A JPEG of 16 × 8 pixels, red on the left and white on the right, with an Exif orientation. */
function rotatedJpeg(orientation: number): Uint8Array {
  const plain = Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB' +
      'RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P' +
      'T09PT09PT09PT09PT0//wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAA' +
      'AAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAQG/8QAGhEAAQUBAAAAAAAAAAAAAAAAAAQGQUOBwf/aAAwDAQACEQMRAD8A' +
      'n23AGkkpHDXvD//Z',
    'base64',
  );
  const exif = Buffer.from(
    'ffe1002245786966000049492a00080000000100120103000100000000000000000000000000',
    'hex',
  );
  exif.writeUInt16LE(orientation, 28);
  return Buffer.concat([plain.subarray(0, 2), exif.subarray(0, 36), plain.subarray(2)]);
}

async function draw(elements: DesignElementInput[], row = buildRow(), images = {}) {
  return pictureOf(await certificateOf(await compileDesign(buildDesign(elements), { images }), row));
}

const block = (
  overrides: Partial<Extract<DesignElementInput, { type: 'rectangle' }>> = {},
): DesignElementInput => ({
  type: 'rectangle',
  id: 'block',
  x: 100,
  y: 50,
  width: 80,
  height: 40,
  fill: red,
  ...overrides,
});

describe.skipIf(!isInstalled('pdftoppm'))('pages rendered by pdftoppm', () => {
  it('places a shape in points from the top left corner of the page', async () => {
    const picture = await draw([block()]);
    expect([picture.width, picture.height]).toEqual([400, 300]);
    expect(picture.inked()).toEqual({ left: 100, top: 50, right: 179, bottom: 89 });
  });

  it('rotates an element clockwise about its centre', async () => {
    const picture = await draw([block({ rotation: 90 })]);
    expect(picture.inked()).toEqual({ left: 120, top: 30, right: 159, bottom: 109 });
    const wedge: DesignElementInput = {
      type: 'path',
      id: 'wedge',
      x: 100,
      y: 100,
      width: 100,
      height: 100,
      d: 'M0 0H50V50H0Z',
      viewBox: [0, 0, 100, 100],
      fill: red,
      rotation: 90,
    };
    expect((await draw([wedge])).inked()).toEqual({ left: 150, top: 100, right: 199, bottom: 149 });
  });

  it('moves and rotates the children of a group with it', async () => {
    const group = (rotation: number): DesignElementInput => ({
      type: 'group',
      id: 'group',
      x: 50,
      y: 50,
      width: 200,
      height: 100,
      rotation,
      elements: [block({ x: 10, y: 20 })],
    });
    expect((await draw([group(0)])).inked()).toEqual({ left: 60, top: 70, right: 139, bottom: 109 });
    expect((await draw([group(180)])).inked()).toEqual({ left: 160, top: 90, right: 239, bottom: 129 });
  });

  it('places text on its baseline and shrinks a name to fit its box', async () => {
    const size = 40;
    const upright = await draw(
      [buildText('{{fullName}}', { x: 50, y: 100, width: 300, fontSize: size })],
      buildRow({ student: { fullName: 'HHH' } }),
    );
    const baseline = 100 + size * 1.13 * 0.778;
    expect(Math.abs((upright.inked()?.bottom ?? 0) + 1 - baseline)).toBeLessThan(1.5);
    const long = await draw(
      [
        buildText('{{fullName}}', {
          x: 50,
          y: 100,
          width: 300,
          fontSize: size,
          fit: 'shrink',
          maxLines: 1,
          minFontSize: 8,
        }),
      ],
      buildRow({ student: { fullName: 'Maria Antónia da Conceição e Vasconcelos' } }),
    );
    expect(long.inked()?.right).toBeLessThanOrEqual(350);
    expect(long.inked()?.right).toBeGreaterThan(335);
  });

  it('clips a text to its box', async () => {
    const text = buildText('{{fullName}}', {
      x: 50,
      y: 100,
      width: 100,
      height: 20,
      fontSize: 60,
      fit: 'clip',
    });
    const inked = (await draw([text], buildRow({ student: { fullName: 'MMMMMMMM' } }))).inked();
    expect(inked?.right).toBeLessThanOrEqual(150);
    expect(inked?.bottom).toBeLessThanOrEqual(120);
  });

  it('keeps the paint order of static and variable elements that overlap', async () => {
    const name = buildText('{{fullName}}', { x: 100, y: 40, width: 300, fontSize: 60, fit: 'clip' });
    const row = buildRow({ student: { fullName: 'MMMM' } });
    const above = await draw([name, block()], row);
    for (let x = 101; x < 179; x += 1) expect(isRed(above.at(x, 70))).toBe(true);
    const below = await draw([block(), name], row);
    const covered = Array.from({ length: 78 }, (_, index) => below.at(101 + index, 70)).filter(
      (pixel) => !isRed(pixel),
    );
    expect(covered.length).toBeGreaterThan(10);
  });

  it('applies the opacity of a group to the group as a whole', async () => {
    const group: DesignElementInput = {
      type: 'group',
      id: 'group',
      x: 0,
      y: 0,
      width: 400,
      height: 300,
      opacity: 0.5,
      elements: [block(), block({ id: 'other', x: 140 }), buildText('{{scoreLetter}}', { y: 200 })],
    };
    const picture = await draw([group]);
    expect(picture.at(110, 60)).toEqual(picture.at(160, 60));
    expect(picture.at(110, 60)[1]).toBeGreaterThan(110);
    expect(picture.at(110, 60)[1]).toBeLessThan(145);
  });

  it('fits images by contain, cover and stretch, and skips hidden elements', async () => {
    const images = { wide: noisePng(80, 20, false) };
    const image = (fit: 'contain' | 'cover' | 'stretch'): DesignElementInput => ({
      type: 'image',
      id: 'image',
      source: { kind: 'asset', assetId: 'wide' },
      x: 100,
      y: 100,
      width: 80,
      height: 80,
      fit,
    });
    const dark = async (fit: 'contain' | 'cover' | 'stretch') => {
      const picture = await draw(
        [block({ x: 0, y: 0, width: 400, height: 300 }), image(fit)],
        buildRow(),
        images,
      );
      return [picture.at(140, 105), picture.at(140, 140), picture.at(140, 175), picture.at(95, 140)].map(
        (pixel) => !isRed(pixel),
      );
    };
    expect(await dark('contain')).toEqual([false, true, false, false]);
    expect(await dark('cover')).toEqual([true, true, true, false]);
    expect(await dark('stretch')).toEqual([true, true, true, false]);
    expect((await draw([block({ hidden: true })])).inked()).toBeNull();
  });

  it.each([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ] as const)(
    'rotates a photo of Exif orientation %i so that its left side is at the %s',
    async (orientation, side) => {
      const photo: DesignElementInput = {
        type: 'image',
        id: 'photo',
        source: { kind: 'asset', assetId: 'photo' },
        x: 100,
        y: 100,
        width: 80,
        height: 80,
      };
      const picture = await draw([{ ...photo, fit: 'stretch' }], buildRow(), {
        photo: rotatedJpeg(orientation),
      });
      const halves = {
        left: [true, false, true, false],
        right: [false, true, false, true],
        top: [true, true, false, false],
        bottom: [false, false, true, true],
      };
      const corners = [
        picture.at(110, 110),
        picture.at(170, 110),
        picture.at(110, 170),
        picture.at(170, 170),
      ];
      expect(corners.map(isRed)).toEqual(halves[side]);
      const contained = (await draw([photo], buildRow(), { photo: rotatedJpeg(orientation) })).at(105, 140);
      expect(orientation >= 5 ? isWhite(contained) : true).toBe(true);
    },
  );

  it('skips a text with hideWhenEmpty when all of its variables are empty', async () => {
    const row = buildRow({ student: { scoreLetter: null } });
    expect(
      (await draw([buildText('Grade {{scoreLetter}}', { hideWhenEmpty: true })], row)).inked(),
    ).toBeNull();
    expect((await draw([buildText('Grade {{scoreLetter}}')], row)).inked()).not.toBeNull();
  });

  it('draws a QR code with its finder patterns in three corners of its box', async () => {
    const qr: DesignElementInput = {
      type: 'qr',
      id: 'qr',
      x: 100,
      y: 50,
      width: 148,
      height: 148,
      quietZone: 0,
    };
    const picture = await draw([qr]);
    const box = picture.inked();
    expect([box?.left, box?.top]).toEqual([100, 50]);
    for (const [x, y] of [
      [112, 62],
      [236, 62],
      [112, 186],
    ] as const) {
      expect(picture.at(x, y)[0]).toBeLessThan(40);
    }
    expect(isWhite(picture.at(90, 60))).toBe(true);
  });
});

describe.skipIf(!isInstalled('pdftoppm') || !isInstalled('mutool'))('a half transparent element', () => {
  const half = { opacity: 0.5, x: 100, y: 50, width: 100, height: 100 };
  const cases: Record<string, DesignElementInput> = {
    'a shape with an outline': {
      ...{ ...half, type: 'rectangle', id: 'a' },
      ...{ fill: '#ff0000', stroke: '#0000ff', strokeWidth: 20 },
    },
    'a path with an outline': {
      ...{ ...half, type: 'path', id: 'b', d: 'M0 0H9V9H0Z', viewBox: [0, 0, 9, 9] },
      ...{ fill: '#ff0000', stroke: '#0000ff', strokeWidth: 20 },
    },
    'a code on its ground': {
      ...{ ...half, type: 'qr', id: 'c', content: 'sello', background: '#ffff00' },
      ...{ width: 116, height: 116 },
    },
    'a text that is struck through': buildText('IIIIII', {
      ...half,
      fontSize: 80,
      fit: 'clip',
      lineThrough: true,
    }),
  };

  it.each(Object.entries(cases))('%s looks the same in poppler and in MuPDF', async (_, element) => {
    const pdf = await certificateOf(await compileDesign(buildDesign([element])));
    const [poppler, mupdf] = [pictureOf(pdf), mutoolPictureOf(pdf)];
    let apart = 0;
    const colors = new Set<string>();
    for (let y = 40; y < 160; y += 1) {
      for (let x = 90; x < 210; x += 1) {
        const [one, other] = [poppler.at(x, y), mupdf.at(x, y)];
        if (one.some((value, index) => Math.abs(value - (other[index] ?? 0)) > 8)) apart += 1;
        colors.add(one.map((value) => Math.round(value / 16)).join());
      }
    }
    // Anti-aliasing differs.
    expect(apart).toBeLessThan(120 * 120 * 0.12);
    const inked = poppler.at(105, 100);
    expect(Math.min(...inked)).toBeGreaterThan(100);
    expect(colors.size).toBeGreaterThan(1);
  });

  it('shows the background equally through its outline and its fill', async () => {
    const pdf = await certificateOf(
      await compileDesign(buildDesign([cases['a shape with an outline'] as DesignElementInput])),
    );
    for (const picture of [pictureOf(pdf), mutoolPictureOf(pdf)]) {
      // The inner half of the outline is over the fill, which does not show through it.
      const [inner, outer] = [picture.at(105, 100), picture.at(95, 100)];
      for (const channel of [0, 1, 2] as const)
        expect(Math.abs(inner[channel] - outer[channel])).toBeLessThan(6);
    }
  });
});
