import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DesignElementInput } from '@sello/contracts';
import { parseDesign } from '@sello/design';
import { afterAll, describe, expect, it } from 'vitest';
import { withinCpu } from '../../../tests/cpu-time.ts';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from '../tests/builders.ts';
import { hugeJpeg } from '../tests/image-files.ts';
import { createRenderThread } from './budget/render-thread.ts';
import { loadFonts } from './fonts/library.ts';
import { tablesOf } from './fonts/sfnt.ts';
import { layoutCheck } from './layout-check.ts';

/** CPU time. Generous: each takes at most 50 ms (`npm run bench bad-input`) once the fonts are open. */
const boundMs = 5_000;
const folder = mkdtempSync(join(tmpdir(), 'sello-bad-input-'));
const thread = createRenderThread({ budgetMs: 1_000 });
afterAll(async () => {
  await thread.close();
  rmSync(folder, { recursive: true });
});

const box = { x: 20, y: 20, width: 100, height: 50 };
const noted = buildText('{{custom.note}}', { id: 'note' });
const listed: DesignElementInput = {
  ...{ ...box, type: 'table', id: 'list', fontFamily: 'Source Sans 3', fontSize: 10 },
  ...{ rows: '{{custom.note}}', columns: [{ header: 'A' }, { header: 'B' }] },
};
const photographed: DesignElementInput = {
  ...{ ...box, type: 'image', id: 'photo', source: { kind: 'variable', name: 'student.photo' } },
};
const pictured: DesignElementInput = {
  ...{ ...box, type: 'image', id: 'picture', source: { kind: 'asset', assetId: 'image' } },
};

const hostileTexts: [what: string, element: DesignElementInput, note: string, code: string][] = [
  ['20,000 characters of one cluster', noted, `a${'\u0301'.repeat(19_999)}`, 'text_too_complex'],
  [
    'one cluster whose marks come in the wrong order',
    noted,
    `a${'\u0301\u0327\u0316\u0345'.repeat(4_999)}`,
    'text_too_complex',
  ],
  ['one cluster of joined emoji', noted, '👨\u200d'.repeat(6_666), 'text_too_complex'],
  ['500 nested bidi levels', noted, `${'\u2067'.repeat(500)}a${'\u2069'.repeat(500)}`, 'text_too_complex'],
  ['lone surrogates', noted, '\udc00'.repeat(20_000), 'script_unsupported'],
  ['unassigned code points', noted, '\u{50005}'.repeat(9_999), 'script_unsupported'],
  [
    'a table of 10,000 rows',
    listed,
    Array.from({ length: 10_000 }, (_, index) => `Unit ${index}|${index}`).join(';'),
    'text_does_not_fit',
  ],
];

const bounded = <Result>(run: () => Promise<Result>) => withinCpu(boundMs, run);

describe.each(hostileTexts)('%s', (_what, element, note, code) => {
  const row = buildRow({ custom: { note } });
  const design = buildDesign([element]);
  const expected = { code, details: { elementId: element.id } };

  it('is an error of the row that names the element', async () => {
    const compiled = await compileDesign(design);
    await expect(bounded(() => certificateOf(compiled, row))).rejects.toMatchObject(expected);
    const { errors } = await layoutCheck(compiled, row);
    expect(errors[0]).toMatchObject(expected);
    // The error is stored and shown, so it must not contain the text.
    expect(JSON.stringify(errors).length).toBeLessThan(12_000);
    await expect(certificateOf(compiled)).rejects.toMatchObject({ code: 'variable_unknown' });
  });

  it('is the same error on the render thread', async () => {
    const heavy = {
      ...{ owner: 'tenant', id: `${element.id}`, design },
      images: async () => ({ assets: new Map(), variables: new Map() }),
    };
    await thread.compile(heavy);
    await expect(bounded(() => thread.stamp(heavy, row))).rejects.toMatchObject(expected);
  });
});

describe('a font with a broken table', () => {
  const path = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/yusei-magic/400Regular/YuseiMagic_400Regular.ttf',
  );
  /** A copy of the font with invalid data in one table. */
  function broken(tag: string): Buffer {
    const font = Buffer.from(readFileSync(path));
    const table = tablesOf(font).get(tag)!;
    font.fill(
      0xff,
      table.byteOffset - font.byteOffset,
      table.byteOffset - font.byteOffset + table.byteLength,
    );
    return font;
  }

  it.each([
    ['name', '山', 'template_invalid'],
    ['head', '山', 'template_invalid'],
    ['head', '{{fullName}}', 'template_invalid'],
    ['cmap', '山', 'glyph_missing'],
    ['maxp', '{{fullName}}', 'template_invalid'],
  ])('(%s) is an error that names the element whose text is %s', async (tag, text, code) => {
    writeFileSync(join(folder, 'broken.ttf'), broken(tag));
    const fonts = await bounded(() => loadFonts({ folder }));
    // A fault that is found without reading outlines makes the library skip the file.
    expect(fonts.refused.map(({ file }) => file)).toEqual(tag === 'name' ? ['broken.ttf'] : []);
    const design = buildDesign([buildText(text, { id: 'brush', fontFamily: 'Yusei Magic' })]);
    const issue = async () => certificateOf(await compileDesign(design, { fonts }));
    await expect(bounded(issue)).rejects.toMatchObject({ code, details: { elementId: 'brush' } });
  });
});

describe('an image', () => {
  const compileWith = (image: Uint8Array) =>
    bounded(() => compileDesign(buildDesign([pictured]), { images: { image } }));

  it('that is a circular SVG is an error of the template that names the element', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="a"><use href="#a"/></g></svg>';
    await expect(compileWith(Buffer.from(svg))).rejects.toMatchObject({
      code: 'image_unreadable',
      message: 'An image of the template cannot be read: #a refers to itself',
      details: { element: 'picture', assetId: 'image', reason: 'svg_circular', name: '#a' },
    });
  });

  it('of few bytes and 400 million pixels is rejected, and the error names its origin', async () => {
    const image = hugeJpeg(20_000, 20_000);
    expect(image.length).toBeLessThan(1_000);
    const design = (element: DesignElementInput) => buildDesign([element]);
    const compile = (images: Record<string, Uint8Array>) =>
      bounded(() => compileDesign(design(pictured), { images }));
    const reason = 'image_pixels';
    await expect(compile({ image })).rejects.toMatchObject({
      code: 'image_unreadable',
      message: 'An image of the template cannot be read: it has too many pixels',
      details: { element: 'picture', reason },
    });
    const compiled = await compileDesign(design(photographed));
    const row = buildRow({ images: { 'student.photo': image } });
    const expected = {
      code: 'image_unreadable',
      message: 'The holder’s photograph cannot be read: it has too many pixels',
      details: { element: 'photo', assetId: '{{student.photo}}', photo: true, reason },
    };
    await expect(bounded(() => certificateOf(compiled, row))).rejects.toMatchObject(expected);
    expect((await layoutCheck(compiled, row)).errors).toMatchObject([expected]);
  });
});

describe('a page of 200 inches', () => {
  const pageOf = (side: number) => [{ id: 'page', width: side, height: side, elements: [noted] }];

  it('is the largest page that a design may have, and is printed in bounded time', async () => {
    const larger = parseDesign({ version: 2, pages: pageOf(14_401) });
    expect(larger).toMatchObject({
      ok: false,
      problems: [{ path: 'pages.0.width' }, { path: 'pages.0.height' }],
    });
    const compiled = await compileDesign(buildDesign([], { pages: pageOf(14_400) }));
    const file = await bounded(() => certificateOf(compiled, buildRow({ custom: { note: 'Ana' } })));
    expect(file.toString('latin1')).toContain('/MediaBox[0 0 14400 14400]');
    expect(file.length).toBeLessThan(100_000);
  });
});
