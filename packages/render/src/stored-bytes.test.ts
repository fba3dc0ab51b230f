import type { DesignElementInput } from '@sello/contracts';
import { builtInTemplates, catalogLocales, elements, printedElements, sampleValues } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, compileDesign } from '../tests/builders.ts';
import { everyElement, everyImage } from '../tests/every-element.ts';
import { sha256, unpacked } from '../tests/unpacked.ts';
import { stamp } from './stamp.ts';
import kept from './stored-bytes.fixture.json' with { type: 'json' };

// What was stored once prints the same for ever: the hashes are renewed only by a decision that says why.

const tenant = { name: 'cordillera', publicName: 'Instituto Cordillera' };
const verifyUrl = 'https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F';

const box = { x: 30, y: 40, width: 200, height: 90 };
const words = 'Of all {{fullName}} has done, {{custom.absent}}this was the best: ñandú, Ωμέγα, Щука.';

/** What the list of every element leaves out: fits, alignments, outlines, groups in groups, layers over layers. */
const properties: DesignElementInput[] = [
  buildText(words, { ...box, fit: 'wrap', align: 'justify', charSpacing: 40, lineHeight: 1.5 }),
  buildText(words, {
    ...box,
    y: 150,
    fit: 'shrink',
    minFontSize: 6,
    align: 'center',
    verticalAlign: 'middle',
    maxLines: 3,
  }),
  buildText('{{custom.absent}}', { ...box, hideWhenEmpty: true }),
  buildText('fixed\nin two lines', {
    ...box,
    fit: 'clip',
    align: 'right',
    verticalAlign: 'bottom',
    fill: '#c2401c',
  }),
  buildText('سلام', { ...box, hidden: true }),
  { ...box, type: 'image', id: 'contain', assetId: 'ground', fit: 'contain', rotation: 90 },
  { ...box, type: 'image', id: 'stretch', assetId: 'logo', fit: 'stretch', opacity: 0.3 },
  { ...box, type: 'ellipse', id: 'ring', fill: '#00ff00', stroke: '#000000', strokeWidth: 3, dash: [0, 4] },
  { ...box, type: 'rectangle', id: 'nothing' },
  { ...box, type: 'path', id: 'curve', d: 'M1 1q3 4 5 6t7 8zl9 9', viewBox: [0, 0, 9, 9], stroke: '#0000ff' },
  { ...box, y: 500, type: 'qr', id: 'fixed', content: 'sello', errorCorrection: 'Q', quietZone: 2 },
  {
    ...box,
    type: 'group',
    id: 'outer',
    rotation: 45,
    elements: [
      { ...box, type: 'rectangle', id: 'inner', fill: '#ffff00', stroke: '#000000', lineJoin: 'bevel' },
      {
        ...box,
        type: 'group',
        id: 'middle',
        opacity: 0.5,
        elements: [{ ...box, type: 'qr', id: 'code', content: '{{certificate.id}}' }],
      },
    ],
  },
];

const designs = [
  ...catalogLocales.flatMap((locale) =>
    builtInTemplates(locale).map(({ key, design }) => ({ name: `${key} ${locale}`, design, images: {} })),
  ),
  {
    name: 'every element',
    design: buildDesign([], {
      variables: [{ name: 'custom.absent', optional: true }],
      pages: [
        { id: 'one', width: 400, height: 300, elements: everyElement, background: { assetId: 'ground' } },
        { id: 'two', width: 600, height: 800, elements: properties, background: { color: '#fffefa' } },
      ],
    }),
    images: everyImage,
  },
];

describe('a stored design', () => {
  it.each(designs)('$name compiles to the prefix and stamps to the tail that it always had', async (of) => {
    const compiled = await compileDesign(of.design, { images: of.images });
    const row = buildRow(sampleValues(of.design, tenant, verifyUrl));
    const { tail } = await stamp(compiled, row);
    const whole = Buffer.concat([compiled.prefix, tail]);
    const [prefix, file] = [compiled.prefix, whole].map((bytes) => sha256(unpacked(Buffer.from(bytes))));
    expect({ prefix, file }).toEqual(kept[of.name as keyof typeof kept]);
  });
});

it('holds every type of element', () => {
  const types = designs.flatMap(({ design }) =>
    design.pages.flatMap((page) => [...printedElements(page.elements)].map(({ type }) => type)),
  );
  expect(new Set(types)).toEqual(new Set(Object.keys(elements)));
});

it.each(Object.values(elements))('the sample of $type compiles and prints', async (kind) => {
  const design = buildDesign([kind.sample('new')]);
  const compiled = await compileDesign(design, { images: { none: everyImage.logo } });
  await expect(stamp(compiled, buildRow())).resolves.toBeDefined();
});
