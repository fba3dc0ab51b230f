import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { isFileFault } from '@sello/contracts';
import { createFace } from '@sello/design/shaping';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  buildDesign,
  buildRow,
  buildText,
  bundledFonts,
  certificateOf,
  compileDesign,
} from '../../../tests/builders.ts';
import { inflateStreams } from '../../../tests/inflate-streams.ts';
import { tablesOf } from '../sfnt.ts';
import { createFontSanitizer } from './font-sanitizer.ts';
import { FontRejected, sanitizeFont } from './sanitize-font.ts';

const { resolve } = createRequire(import.meta.url);
const brush = readFileSync(resolve('@expo-google-fonts/yusei-magic/400Regular/YuseiMagic_400Regular.ttf'));
const variable = readFileSync(
  resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
);
const thai = readFileSync(resolve('@fontsource/noto-serif-thai/files/noto-serif-thai-thai-700-normal.woff2'));
afterEach(() => vi.restoreAllMocks());

/** A copy with other embedding permissions (OS/2, fsType). */
function withPermissions(fsType: number): Uint8Array {
  const copy = Uint8Array.from(brush);
  const os2 = tablesOf(copy).get('OS/2');
  new DataView(copy.buffer, os2?.byteOffset).setUint16(8, fsType);
  return copy;
}

async function rejectionOf(file: Uint8Array) {
  const error = await sanitizeFont(file).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FontRejected);
  return (error as FontRejected).rejection;
}

describe('sanitizeFont', () => {
  it('keeps all characters and shaping of a font and drops hinting programs and unused tables', async () => {
    const sanitized = await sanitizeFont(brush);
    expect(sanitized).toMatchObject({ family: 'Yusei Magic', italic: false, faces: [{ weight: 400 }] });
    const [{ bytes } = { bytes: brush }] = sanitized.faces;
    const [before, after] = [createFace('a', brush), createFace('b', bytes)];
    expect(after.codePoints).toEqual(before.codePoints);
    const options = { rightToLeft: false, script: 'Hani', ligatures: true };
    expect(after.shape('山田AVはな', options)).toEqual(before.shape('山田AVはな', options));
    for (const tag of ['fpgm', 'prep', 'cvt ', 'DSIG', 'meta']) expect(tablesOf(bytes).has(tag)).toBe(false);
  });

  it('accepts a web font', async () => {
    expect(await sanitizeFont(thai)).toMatchObject({ family: 'Noto Serif Thai', faces: [{ weight: 700 }] });
  });

  it('makes a static instance for each weight of a variable font', async () => {
    const sanitized = await sanitizeFont(variable);
    expect(sanitized.faces.map(({ weight }) => weight)).toEqual([400, 700, 300, 600, 500, 800, 200, 900]);
    const widths = sanitized.faces.map(({ bytes }) => {
      const face = createFace('', bytes);
      return face.width(face.glyphOf(0x6d) ?? 0);
    });
    expect(new Set(widths).size).toBe(8);
    for (const { bytes } of sanitized.faces) expect(tablesOf(bytes).has('fvar')).toBe(false);
  });

  it.each([
    [0x0002, 'font_not_embedded'],
    [0x0100, 'font_not_subset'],
    [0x0200, 'font_only_bitmaps'],
  ])('rejects restricted embedding permissions (fsType %i)', async (fsType, reason) => {
    const rejection = await rejectionOf(withPermissions(fsType));
    expect(rejection).toMatchObject({ kind: 'forbidden', reason });
  });

  it.each([0x0000, 0x0004, 0x0008, 0x000e])(
    'accepts sufficient embedding permissions (fsType %i)',
    async (fsType) => {
      await expect(sanitizeFont(withPermissions(fsType))).resolves.toMatchObject({ family: 'Yusei Magic' });
    },
  );

  it.each([
    ['an empty file', new Uint8Array()],
    ['plain text', Buffer.from('not a font, only words that go on for a while')],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a truncated font', brush.subarray(0, brush.length / 2)],
    ['a truncated web font', thai.subarray(0, thai.length / 2)],
    ['a font with zeroed tables', Buffer.concat([brush.subarray(0, 400), Buffer.alloc(100_000)])],
    ['random bytes after a header', Buffer.concat([brush.subarray(0, 300), randomBytes(200_000)])],
  ])('rejects %s with a reason', async (_name, file) => {
    const rejection = await rejectionOf(file);
    expect(rejection.kind).toBe('unreadable');
    expect(isFileFault(rejection.reason)).toBe(true);
  });

  it('returns a font or a reason for a font with any bytes changed', async () => {
    for (let round = 0; round < 40; round += 1) {
      const changed = Uint8Array.from(thai.length > 0 && round % 2 ? thai : brush);
      for (let place = 0; place < 20; place += 1) {
        changed[(round * 7_919 + place * 104_729) % (round % 4 < 2 ? 4_000 : changed.length)] =
          (round * 31 + place) & 0xff;
      }
      await sanitizeFont(changed).catch((error: unknown) => expect(error).toBeInstanceOf(FontRejected));
    }
  });

  it('rejects a decompression bomb', async () => {
    const whole = Buffer.from(thai);
    const bomb = brotliCompressSync(Buffer.alloc(60 * 1024 * 1024));
    whole.writeUInt32BE(bomb.length, 20);
    const rejection = await rejectionOf(Buffer.concat([whole.subarray(0, 200), bomb]));
    expect(rejection.kind).toBe('unreadable');
  });
});

describe('createFontSanitizer', () => {
  it('sanitizes a font on a thread and rejects another with an error code', async () => {
    const sanitizer = createFontSanitizer();
    const [sanitized, rejected] = await Promise.allSettled([
      sanitizer.sanitize('one', thai),
      sanitizer.sanitize('two', withPermissions(0x0002)),
    ]);
    expect(sanitized).toMatchObject({ status: 'fulfilled', value: { family: 'Noto Serif Thai' } });
    expect(rejected).toMatchObject({ status: 'rejected', reason: { code: 'font_embedding_forbidden' } });
  });

  it('terminates a thread that exceeds its CPU time', async () => {
    const sanitizer = createFontSanitizer({ budgetMs: 0 });
    await expect(sanitizer.sanitize('one', brush)).rejects.toMatchObject({
      code: 'font_unreadable',
      details: { reason: 'too_slow' },
    });
  });
});

it('prints a certificate in a font that the organization uploaded, and not without it', async () => {
  const { faces, family, italic } = await sanitizeFont(brush);
  const base = await bundledFonts();
  const fonts = base.withOwn(faces.map((face) => ({ sha256: 'a'.repeat(64), family, italic, ...face })));
  const design = buildDesign([buildText('{{fullName}}', { fontFamily: 'Yusei Magic' })]);
  const compiled = await compileDesign(design, { fonts });
  const file = await certificateOf(compiled, buildRow({ student: { fullName: '山田 花子' } }));
  expect(inflateStreams(file).toString('latin1')).toContain('YuseiMagic');
  expect(fonts.families.find((entry) => entry.family === family)).toMatchObject({ kind: 'own' });
  await expect(compileDesign(design)).rejects.toMatchObject({ code: 'template_invalid' });
});
