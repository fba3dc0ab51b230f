import type { DesignElementInput } from '@sello/contracts';
import { elements, parseDesign } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, pictureOf } from './outside-tools.ts';
import { paintedPng } from './painted-png.ts';

const black = paintedPng(20, 20, () => [0, 0, 0]);
const box = { x: 100, y: 100, width: 120, height: 80 };
const font = { fontFamily: 'Source Sans 3', fontSize: 12 };
const rowWith = (note: string) => buildRow({ custom: { note } });
const fileOf = async (list: DesignElementInput[], row = buildRow()) =>
  certificateOf(await compileDesign(buildDesign(list), { images: { black } }), row);
const inked = async (list: DesignElementInput[], row = buildRow()) =>
  pictureOf(await fileOf(list, row)).inked();

/** Elements of each type that print a value; `ornaments` are the types without texts. */
const valued: DesignElementInput[] = [
  buildText('Note: {{custom.note}}', { ...box, id: 'text' }),
  { ...box, type: 'qr', id: 'qr', content: 'https://x.example/{{custom.note}}' },
  { ...box, type: 'barcode', id: 'barcode', content: 'N-{{custom.note}}' },
  {
    ...{ ...box, ...font, type: 'table', id: 'table', rows: 'Note|{{custom.note}}' },
    columns: [{ header: 'What' }, { header: 'Value' }],
  },
  {
    ...{ ...box, type: 'image', id: 'image', source: { kind: 'asset', assetId: 'black' } },
    alt: 'A picture of {{custom.note}}',
  },
  {
    ...{ ...box, type: 'path', id: 'path', d: 'M0 0H10V10H0Z', viewBox: [0, 0, 10, 10], fill: '#000000' },
    alt: 'A drawing of {{custom.note}}',
  },
];
const ornaments: DesignElementInput[] = [
  { ...box, type: 'rectangle', id: 'rectangle', fill: '#000000' },
  { ...box, type: 'ellipse', id: 'ellipse', fill: '#000000' },
  { ...box, type: 'line', id: 'line' },
];

describe.skipIf(!isInstalled('pdftoppm'))('hideWhenEmpty', () => {
  it('is tested for every element type', () => {
    const covered = [...valued, ...ornaments].map(({ type }) => type);
    const others = ['group', 'signature'];
    expect(new Set([...covered, ...others])).toEqual(new Set(Object.keys(elements)));
  });

  it.each(valued.map((element) => [element.type, element] as const))(
    'omits a %s only when all of its variables print empty',
    async (_type, element) => {
      const hiding = { ...element, hideWhenEmpty: true };
      expect(await inked([hiding], rowWith(''))).toBeNull();
      expect(await inked([hiding], rowWith('42'))).not.toBeNull();
      expect(await inked([element], rowWith(''))).not.toBeNull();
    },
  );

  it.each(ornaments.map((element) => [element.type, element] as const))(
    'omits a %s with an empty value in the same group, and never one without a group',
    async (_type, element) => {
      const value = buildText('{{custom.note}}', { id: 'value', x: 0, y: 0 });
      const group: DesignElementInput = {
        ...{ ...box, x: 0, y: 0, type: 'group', id: 'group', hideWhenEmpty: true },
        elements: [element, value],
      };
      expect(await inked([group], rowWith(''))).toBeNull();
      expect(await inked([group], rowWith('42'))).not.toBeNull();
      expect(await inked([{ ...element, hideWhenEmpty: true }], rowWith(''))).not.toBeNull();
    },
  );

  it('considers all variables of nested groups, but not those of hidden elements', async () => {
    const text = (id: string, content: string, more = {}) => buildText(content, { id, x: 0, y: 0, ...more });
    const nested = (second: DesignElementInput): DesignElementInput => ({
      ...{ ...box, type: 'group', id: 'outer', hideWhenEmpty: true },
      elements: [
        text('label', 'Label'),
        {
          ...box,
          x: 0,
          y: 0,
          type: 'group',
          id: 'inner',
          elements: [text('one', '{{custom.note}}'), second],
        },
      ],
    });
    const name = (more = {}) => text('two', '{{fullName}}', more);
    expect(await inked([nested(name())], rowWith(''))).not.toBeNull();
    expect(await inked([nested(name({ hidden: true }))], rowWith(''))).toBeNull();
  });
});

describe.skipIf(!isInstalled('pdftoppm'))('guides and the reading order', () => {
  it('are kept and print nothing', async () => {
    const list = [buildText('one', { id: 'one' }), buildText('two', { id: 'two', y: 100 })];
    const page = { id: 'page', width: 400, height: 300 };
    const more = {
      guides: [
        { axis: 'x' as const, position: 20 },
        { axis: 'y' as const, position: 150 },
      ],
      readingOrder: ['two', 'one'],
    };
    const draw = async (elements: DesignElementInput[], extra = {}) => {
      const design = buildDesign([], { pages: [{ ...page, elements, ...extra }] });
      return { design, picture: pictureOf(await certificateOf(await compileDesign(design))) };
    };
    const { design, picture } = await draw(list, more);
    expect(design.pages[0]).toMatchObject(more);
    expect(parseDesign(JSON.parse(JSON.stringify(design)))).toEqual({ ok: true, design });
    const { picture: without } = await draw(list);
    for (let y = 0; y < page.height; y += 1) {
      for (let x = 0; x < page.width; x += 1) {
        if (picture.at(x, y).join() !== without.at(x, y).join()) expect([x, y]).toEqual([]);
      }
    }
    expect((await draw([], { guides: more.guides })).picture.inked()).toBeNull();
  });
});
