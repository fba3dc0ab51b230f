import type { DesignElementInput, DesignInput } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { compile, type StampRow, stamp } from '../src/index.ts';
import { buildDesign, buildRow, buildText, bundledFonts, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, type Picture, pictureOf, structureFaults } from './outside-tools.ts';
import { colors, paintedPng } from './painted-png.ts';

type Image = Extract<DesignElementInput, { type: 'image' }>;
type Name = keyof typeof colors | 'white' | 'other';

/** 80 × 40 pixels, one colour per quarter: red and green at the top, blue and black at the bottom. */
const quarters = paintedPng(80, 40, (x, y) =>
  y < 20 ? (x < 40 ? colors.red : colors.green) : x < 40 ? colors.blue : colors.black,
);
const plain = (name: keyof typeof colors) => paintedPng(20, 20, () => colors[name]);

const image = (overrides: Partial<Image> = {}): Image => ({
  ...{ type: 'image', id: 'image', x: 100, y: 100, width: 80, height: 80 },
  source: { kind: 'asset', assetId: 'quarters' },
  ...overrides,
});

function nameOf(pixel: readonly number[]): Name {
  const palette: Record<string, readonly number[]> = { ...colors, white: [255, 255, 255] };
  const isClose = (color: readonly number[]) =>
    color.every((part, place) => Math.abs(part - pixel[place]!) < 12);
  return (Object.keys(palette).find((name) => isClose(palette[name]!)) ?? 'other') as Name;
}

async function draw(elements: DesignElementInput[], row = buildRow()) {
  const picture = pictureOf(
    await certificateOf(await compileDesign(buildDesign(elements), { images: { quarters } }), row),
  );
  return {
    ...picture,
    names: (...points: [number, number][]) => points.map(([x, y]) => nameOf(picture.at(x, y))),
  };
}

/** Poppler rounds the edges of an image outwards, to whole pixels. */
function expectBox(picture: Pick<Picture, 'inked'>, box: NonNullable<ReturnType<Picture['inked']>>): void {
  const inked = picture.inked()!;
  for (const side of ['left', 'top', 'right', 'bottom'] as const) {
    expect(Math.abs(inked[side] - box[side])).toBeLessThanOrEqual(1);
  }
}

/** Points near the four corners of the box, 5 points inside it: top left, top right, bottom left, bottom right. */
const corners: [number, number][] = [
  [105, 105],
  [174, 105],
  [105, 174],
  [174, 174],
];
const all = ['red', 'green', 'blue', 'black'];

describe.skipIf(!isInstalled('pdftoppm'))('an image', () => {
  it('is contained in its box, covers it or is stretched to it', async () => {
    const contained = await draw([image()]);
    expectBox(contained, { left: 100, top: 120, right: 179, bottom: 159 });
    const covered = await draw([image({ fit: 'cover', width: 40 })]);
    expectBox(covered, { left: 100, top: 100, right: 139, bottom: 179 });
    expect(covered.names([105, 105], [135, 105], [105, 174], [135, 174])).toEqual(all);
    // The image stays centred: its outer quarters are cropped.
    expect(covered.names([118, 105], [122, 105])).toEqual(['red', 'green']);
    const stretched = await draw([image({ fit: 'stretch' })]);
    expectBox(stretched, { left: 100, top: 100, right: 179, bottom: 179 });
    expect(stretched.names(...corners)).toEqual(all);
    expect(stretched.names([138, 138], [142, 138], [138, 142], [142, 142])).toEqual(all);
  });

  it('shows only the cropped part, contained, covering or stretched', async () => {
    const right = { x: 0.5, y: 0, width: 0.5, height: 1 };
    const stretched = await draw([image({ crop: right, fit: 'stretch' })]);
    expect(stretched.names(...corners)).toEqual(['green', 'green', 'black', 'black']);
    const contained = await draw([image({ crop: right, width: 120 })]);
    // 40 × 40 pixels in 120 × 80 points: 80 × 80 in the middle, nothing beside it.
    expectBox(contained, { left: 120, top: 100, right: 199, bottom: 179 });
    const corner = { x: 0.75, y: 0.75, width: 0.25, height: 0.25 };
    for (const fit of ['contain', 'cover', 'stretch'] as const) {
      const { names } = await draw([image({ crop: corner, fit })]);
      expect(names([138, 128], [142, 152])).toEqual(['black', 'black']);
    }
    const middle = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    expect((await draw([image({ crop: middle, fit: 'cover' })])).names(...corners)).toEqual(all);
  });

  it('is masked by a rectangle, a rounded rectangle or an ellipse', async () => {
    const masked = (mask: NonNullable<Image['mask']>) => draw([image({ fit: 'stretch', mask })]);
    const tips: [number, number][] = [
      [101, 101],
      [178, 101],
      [101, 178],
      [178, 178],
    ];
    const white = ['white', 'white', 'white', 'white'];
    expect((await masked({ shape: 'rectangle' })).names(...tips)).toEqual(all);
    const rounded = await masked({ shape: 'rounded', radius: 20 });
    expect(rounded.names(...tips)).toEqual(white);
    expect(rounded.names([108, 108], [171, 108], [108, 171], [171, 171])).toEqual(all);
    // A radius beyond half of the side makes a circle.
    for (const mask of [{ shape: 'ellipse' }, { shape: 'rounded', radius: 500 }] as const) {
      const round = await masked(mask);
      expect(round.names([108, 108], [171, 108], [108, 171], [171, 171])).toEqual(white);
      expect(round.names([115, 115], [164, 115], [115, 164], [164, 164])).toEqual(all);
      expectBox(round, { left: 100, top: 100, right: 179, bottom: 179 });
    }
    // The mask has the size of the visible image, not of a box that the image does not fill.
    const contained = await draw([image({ mask: { shape: 'ellipse' } })]);
    expectBox(contained, { left: 100, top: 120, right: 179, bottom: 159 });
  });

  it('is flipped about its centre, also when cropped', async () => {
    const flipped = async (horizontal: boolean, vertical: boolean, overrides: Partial<Image> = {}) =>
      (await draw([image({ fit: 'stretch', flip: { horizontal, vertical }, ...overrides })])).names(
        ...corners,
      );
    expect(await flipped(true, false)).toEqual(['green', 'red', 'black', 'blue']);
    expect(await flipped(false, true)).toEqual(['blue', 'black', 'red', 'green']);
    expect(await flipped(true, true)).toEqual(['black', 'blue', 'green', 'red']);
    const crop = { x: 0.25, y: 0, width: 0.5, height: 0.5 };
    expect(await flipped(true, false, { crop })).toEqual(['green', 'red', 'green', 'red']);
    expect(await flipped(true, false, { crop: { x: 0, y: 0, width: 0.5, height: 1 } })).toEqual([
      'red',
      'red',
      'blue',
      'blue',
    ]);
    expect(await flipped(true, false, { rotation: 90 })).toEqual(['black', 'green', 'blue', 'red']);
  });

  it('is drawn the same in a rotated group and at half opacity', async () => {
    const group: DesignElementInput = {
      ...{ type: 'group', id: 'group', x: 100, y: 100, width: 80, height: 80, rotation: 180 },
      elements: [image({ x: 0, y: 0, fit: 'stretch', flip: { horizontal: true, vertical: true } })],
    };
    expect((await draw([group])).names(...corners)).toEqual(all);
    const [red] = [(await draw([image({ fit: 'stretch', opacity: 0.5 })])).at(105, 105)];
    expect(red.map((part) => Math.round(part / 32))).toEqual([8, 4, 4]);
  });
});

describe.skipIf(!isInstalled('pdftoppm'))('an image variable', () => {
  const named = (name: string, overrides: Partial<Image> = {}) =>
    image({ source: { kind: 'variable', name }, fit: 'stretch', ...overrides });
  async function compiled(
    elements: DesignElementInput[],
    logo?: Uint8Array,
    more: Partial<DesignInput> = {},
  ) {
    const design = buildDesign(elements, more);
    const images = new Map(logo && [['tenant.logo', logo]]);
    const assets = { get: () => Promise.reject(new Error('no images')) };
    return compile({ id: 'revision', design }, { fonts: await bundledFonts(), assets, images });
  }
  const rowWith = (photo: Uint8Array): StampRow => buildRow({ images: { 'student.photo': photo } });
  const seen = async (file: Uint8Array) => nameOf(pictureOf(file).at(140, 140));

  it('is written once into the prefix when the template has its value', async () => {
    const noise = paintedPng(60, 60, (x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256]);
    const template = await compiled([named('tenant.logo')], noise);
    const without = await compiled([named('tenant.logo')]);
    const { tail } = await stamp(template, buildRow());
    expect(template.prefix.byteLength - without.prefix.byteLength).toBeGreaterThan(3_000);
    expect(tail.byteLength - (await stamp(without, buildRow())).tail.byteLength).toBeLessThan(200);
    expect(await seen(await certificateOf(await compiled([named('tenant.logo')], plain('red'))))).toBe('red');
  });

  it('is written into the tail of each row that has its value', async () => {
    const template = await compiled([named('student.photo')]);
    const files = await Promise.all(
      (['red', 'blue'] as const).map((name) => certificateOf(template, rowWith(plain(name)))),
    );
    expect(await Promise.all(files.map(seen))).toEqual(['red', 'blue']);
    for (const file of files) {
      expect(file.subarray(0, template.prefix.byteLength).equals(template.prefix)).toBe(true);
      if (isInstalled('qpdf')) expect(structureFaults(file)).toBe('');
    }
  });

  it('is not printed without a value, nor its crop, mask and description', async () => {
    const template = await compiled([
      named('student.photo', { alt: 'Portrait of {{fullName}}', mask: { shape: 'ellipse' } }),
      named('tenant.logo', { id: 'logo' }),
    ]);
    expect(pictureOf(await certificateOf(template)).inked()).toBeNull();
  });

  it('hides its group when it has no value and the group has nothing else to print', async () => {
    const frame: DesignElementInput = {
      ...{ type: 'rectangle', id: 'frame', x: 10, y: 10, width: 80, height: 80, fill: '#ff0000' },
    };
    const photo = named('student.photo', { x: 20, y: 20, width: 20, height: 20 });
    const grouped = (elements: DesignElementInput[]): DesignElementInput => ({
      ...{ type: 'group', id: 'group', x: 0, y: 0, width: 200, height: 200, hideWhenEmpty: true },
      elements,
    });
    const inked = async (elements: DesignElementInput[], row = buildRow()) =>
      pictureOf(await certificateOf(await compiled([grouped(elements)]), row)).inked();
    expect(await inked([frame, photo])).toBeNull();
    expect(await inked([frame, photo], rowWith(plain('blue')))).not.toBeNull();
    const label = buildText('{{scoreLetter}}', { x: 20, y: 60 });
    expect(await inked([frame, photo, label])).not.toBeNull();
    const without = buildRow({ student: { scoreLetter: null } });
    expect(await inked([frame, photo, label], without)).toBeNull();
  });

  it('fails the row for bytes that are not an image, and the template for an unknown variable', async () => {
    const template = await compiled([named('student.photo')]);
    await expect(stamp(template, rowWith(Buffer.from('no image')))).rejects.toMatchObject({
      code: 'image_unreadable',
      details: { assetId: '{{student.photo}}' },
    });
    await expect(compiled([named('tenant.logo')], Buffer.from('no image'))).rejects.toMatchObject({
      code: 'image_unreadable',
      details: { assetId: '{{tenant.logo}}' },
    });
    await expect(compiled([named('student.fullName')])).rejects.toMatchObject({
      code: 'variable_unknown',
      details: { variable: 'student.fullName' },
    });
  });
});
