import type { DesignElementInput } from '@sello/contracts';
import { parseDesign } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { withinCpu } from '../../../tests/cpu-time.ts';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from '../tests/builders.ts';
import { everyElement, everyImage } from '../tests/every-element.ts';
import { inflateStreams } from '../tests/inflate-streams.ts';
import { layoutCheck } from './layout-check.ts';

const box = { x: 20, y: 20, width: 100, height: 50 };
const path = (d: string, more: object = {}): DesignElementInput => ({
  ...{ ...box, type: 'path', id: 'bad', d, viewBox: [0, 0, 10, 10], fill: '#000000' },
  ...more,
});
const font = { fontFamily: 'Source Sans 3', fontSize: 10 };
const table = (rows: string, more: object = {}): DesignElementInput => ({
  ...{ ...box, ...font, type: 'table', id: 'bad', rows, columns: [{ header: 'A' }, { header: 'B' }] },
  ...more,
});
/** CPU time. Generous: each takes milliseconds. */
const boundMs = 5_000;

/** A number that is invalid in PDF: not finite, or written with an exponent. */
const badNumber = /(?:^|[\s[])-?(?:NaN|Infinity|\d+(?:\.\d+)?e[+-]?\d+)(?=[\s\]]|$)/;

async function bounded<Result>(run: () => Promise<Result>): Promise<Result> {
  await compileDesign(buildDesign([]));
  return withinCpu(boundMs, run);
}

describe('a design with invalid values', () => {
  const read = (elements: unknown[], page: object = {}) =>
    parseDesign({ version: 2, pages: [{ id: 'page', width: 400, height: 300, elements, ...page }] });

  it.each([
    ['a page of more than 200 inches', read([], { width: 14_401 }), 'pages.0.width'],
    ['a page of less than an inch', read([], { height: 71 }), 'pages.0.height'],
    ['a place far away', read([path('', { x: 1e9 })]), 'pages.0.elements.0.x'],
    ['a negative width', read([path('', { width: -1 })]), 'pages.0.elements.0.width'],
    ['letters of 2,001 points', read([buildText('a', { fontSize: 2_001 })]), 'pages.0.elements.0.fontSize'],
    [
      'a crop beyond the image',
      read([image({ x: 0.6, y: 0, width: 0.6, height: 1 })]),
      'pages.0.elements.0.crop',
    ],
    ['21 columns', read([table('', { columns: Array(21).fill({}) })]), 'pages.0.elements.0.columns'],
    [
      'a barcode of 201 characters',
      read([{ ...box, type: 'barcode', id: 'b', content: 'x'.repeat(201) }]),
      'pages.0.elements.0.content',
    ],
  ])('is refused for %s, with the path to it', (_what, parsed, at) => {
    expect(parsed).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ path: at })]),
    });
  });

  it.each([
    ['endless coordinates', path('M0 0L1e999 5')],
    ['coordinates beyond what a PDF holds', path('M0 0L1e300 5')],
    ['millions of dashes of a line', { ...box, width: 100_000, type: 'line', id: 'bad', dash: [0.01, 0.01] }],
    ['millions of dashes of a path', path('M0 0H10', { width: 100_000, stroke: '#000000', dash: [0.01] })],
  ] as [string, DesignElementInput][])(
    'is a template’s error that names the element for %s',
    async (_what, element) => {
      await expect(bounded(() => compileDesign(buildDesign([element])))).rejects.toMatchObject({
        code: 'template_invalid',
        details: { elementId: 'bad' },
      });
    },
  );

  it.each([
    ['a table of 10,000 rows', table('a|b;'.repeat(5_000).slice(0, 20_000)), 'text_does_not_fit'],
    ['a table narrower than its padding', table('a|b', { padding: 100_000 }), 'text_does_not_fit'],
    [
      'letters that cannot shrink',
      buildText('static', { id: 'bad', ...box, fontSize: 2_000, minFontSize: 2_000, fit: 'shrink' }),
      'text_does_not_fit',
    ],
    [
      'a barcode of 200 characters',
      { ...box, type: 'barcode', id: 'bad', content: 'x'.repeat(200) },
      'text_does_not_fit',
    ],
  ] as [string, DesignElementInput, string][])(
    'is an error that names the element for %s',
    async (_what, element, code) => {
      await expect(bounded(() => compileDesign(buildDesign([element])))).rejects.toMatchObject({
        code,
        details: { elementId: 'bad' },
      });
    },
  );

  it('is an error of the row for a value of 10,000 rows', async () => {
    const compiled = await compileDesign(buildDesign([table('{{custom.list}}')]));
    const list = Array.from({ length: 10_000 }, (_, index) => `Module ${index}|${index}`).join(';');
    const report = await bounded(() => layoutCheck(compiled, buildRow({ custom: { list } })));
    expect(report.errors).toMatchObject([
      { code: 'text_does_not_fit', details: { elementId: 'bad', field: '{{custom.list}}' } },
    ]);
  });

  it.each([
    ['on a page of 200 inches', {}, { width: 14_400, height: 14_400 }],
    [
      'far outside of their page',
      { x: -100_000, y: 100_000, width: 100_000, height: 100_000, rotation: 3_599, dash: [] },
      {},
    ],
    ['with dashes of no length', { stroke: '#000000', dash: [0.000_000_1, 0] }, {}],
    ['with huge outlines', { stroke: '#000000', strokeWidth: 100_000, cornerRadius: 100_000 }, {}],
  ])('prints elements %s with numbers that a PDF can hold', async (_what, extreme, page) => {
    const elements = everyElement.map((element) => {
      const known = Object.entries(extreme).filter(
        ([name]) => name in element || name in box || 'stroke' in element,
      );
      const isOutlined = ['rectangle', 'ellipse', 'line', 'path'].includes(element.type);
      const wanted = known.filter(([name]) => name in { ...box, rotation: 0 } || isOutlined);
      const fitting = wanted.filter(([name]) => name !== 'cornerRadius' || element.type === 'rectangle');
      return { ...element, ...Object.fromEntries(fitting) } as DesignElementInput;
    });
    const design = buildDesign([], { pages: [{ id: 'page', width: 400, height: 300, elements, ...page }] });
    const file = await bounded(async () =>
      certificateOf(await compileDesign(design, { images: everyImage })),
    );
    expect(
      inflateStreams(file)
        .toString('latin1')
        .split('\n')
        .filter((line) => badNumber.test(line)),
    ).toEqual([]);
  });
});

function image(crop: object) {
  return { ...box, type: 'image', id: 'image', source: { kind: 'asset', assetId: 'a' }, crop };
}
