import type { DesignElementInput } from '@sello/contracts';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../tests/cpu-time.ts';
import { layoutCheck } from '../src/layout-check.ts';
import { buildDesign, buildRow, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, type Picture, pictureOf } from './outside-tools.ts';

type Code = Extract<DesignElementInput, { type: 'qr' | 'barcode' }>;

const draw = async (code: Code, row = buildRow(), resolution = 72) =>
  pictureOf(await certificateOf(await compileDesign(buildDesign([code])), row), 1, resolution);

/** The content of a code in a picture, read by an independent decoder. */
function readCode({ width, height, at }: Picture, format: BarcodeFormat): string {
  const grey = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) grey[y * width + x] = at(x, y)[0];
  }
  const reader = new MultiFormatReader();
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [format]],
    [DecodeHintType.TRY_HARDER, true],
  ]);
  const source = new RGBLuminanceSource(grey, width, height);
  return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints).getText();
}

const errorsOf = async (code: Code, row = buildRow()) =>
  (await layoutCheck(await compileDesign(buildDesign([code])), row)).errors;

describe.skipIf(!isInstalled('pdftoppm'))('a barcode', () => {
  const barcode = (overrides: object = {}): Code => ({
    ...{ type: 'barcode', id: 'barcode', x: 20, y: 50, width: 360, height: 60, content: '{{idNumber}}' },
    ...overrides,
  });

  it.each([
    ['digits', '70418821'],
    ['an odd number of digits', '1234567'],
    ['letters and signs', 'PE-4401 / {a}~'],
    ['a certificate id', '7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F'],
    ['one character', 'A'],
    ['letters around digits', 'AB12345678CD'],
  ])('is read back as %s', async (_what, idNumber) => {
    const picture = await draw(barcode(), buildRow({ student: { idNumber } }), 216);
    expect(readCode(picture, BarcodeFormat.CODE_128)).toBe(idNumber);
  });

  it('fills its box between its quiet zones, with a background that includes both', async () => {
    const code = barcode({ content: 'ABC-123', width: 300 });
    // 35 modules of start, check and stop, 11 for each of 7 characters, and 20 of the quiet zones.
    const module = 300 / (35 + 7 * 11 + 20);
    const box = (await draw(code)).inked()!;
    expect([box.top, box.bottom]).toEqual([50, 109]);
    expect(Math.abs(box.left - (20 + 10 * module))).toBeLessThan(1.1);
    expect(Math.abs(box.right - (320 - 10 * module))).toBeLessThan(1.1);
    const whole = (await draw(barcode({ content: 'ABC-123', width: 300, background: '#00ff00' }))).inked();
    expect(whole).toEqual({ left: 20, top: 50, right: 319, bottom: 109 });
    const without = (await draw(barcode({ content: 'ABC-123', width: 300, quietZone: 0 }))).inked()!;
    expect([without.left, without.right]).toEqual([20, 319]);
  });

  it('is readable when rotated, and is not printed for an empty value', async () => {
    const turned = barcode({ x: -40, y: 120, rotation: 180 });
    const picture = await draw({ ...turned, x: 20 }, buildRow(), 216);
    expect(readCode(picture, BarcodeFormat.CODE_128)).toBe('70418821');
    expect((await draw(barcode(), buildRow({ student: { idNumber: '' } }))).inked()).toBeNull();
  });

  it('fails with the character that it cannot encode', async () => {
    const [error] = await errorsOf(barcode({ name: 'Code' }), buildRow({ student: { idNumber: 'Nº 5' } }));
    expect(error).toMatchObject({
      code: 'barcode_character',
      details: { character: 'º', element: 'Code', field: '{{idNumber}}' },
    });
  });

  it.each([40, 200, 20_000])(
    'is an error that names the element for %i characters in its width',
    async (length) => {
      const row = buildRow({ student: { idNumber: 'x'.repeat(length) } });
      const spent = await cpuMsOf(async () =>
        expect(await errorsOf(barcode({ name: 'Code', width: 150 }), row)).toMatchObject([
          { code: 'text_does_not_fit', details: { element: 'Code', field: '{{idNumber}}' } },
        ]),
      );
      expect(spent).toBeLessThan(2_000);
    },
  );
});

describe.skipIf(!isInstalled('pdftoppm'))('a QR code', () => {
  const qr = (overrides: object = {}): Code => ({
    ...{ type: 'qr', id: 'qr', x: 100, y: 50, width: 148, height: 148 },
    ...overrides,
  });

  it('is readable, and has a quiet zone of four modules inside its box', async () => {
    const picture = await draw(qr(), buildRow(), 216);
    expect(readCode(picture, BarcodeFormat.QR_CODE)).toBe(buildRow().certificate.verifyUrl);
    // Version 4 has 33 modules, the quiet zone 4 on each side.
    const module = 148 / (33 + 8);
    const box = (await draw(qr())).inked()!;
    expect(Math.abs(box.left - (100 + 4 * module))).toBeLessThan(1.1);
    expect(Math.abs(box.bottom - (198 - 4 * module))).toBeLessThan(1.1);
  });

  it('fills its box without a quiet zone, and paints its background in the quiet zone', async () => {
    expect((await draw(qr({ quietZone: 0 }))).inked()).toEqual({
      left: 100,
      top: 50,
      right: 247,
      bottom: 197,
    });
    const whole = await draw(qr({ background: '#00ff00' }));
    expect(whole.inked()).toEqual({ left: 100, top: 50, right: 247, bottom: 197 });
    expect(whole.at(102, 52)).toEqual([0, 255, 0]);
  });

  it('is centred in a box that is not square', async () => {
    const box = (await draw(qr({ width: 248, quietZone: 0 }))).inked();
    expect(box).toEqual({ left: 150, top: 50, right: 297, bottom: 197 });
  });

  it('is an error that names the element for content too long for a symbol', async () => {
    const [error] = await errorsOf(
      qr({ content: '{{custom.note}}', name: 'Link', errorCorrection: 'H' }),
      buildRow({ custom: { note: 'x'.repeat(2_000) } }),
    );
    expect(error).toMatchObject({ code: 'text_does_not_fit', details: { element: 'Link' } });
  });
});
