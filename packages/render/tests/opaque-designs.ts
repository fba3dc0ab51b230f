import type { Design, DesignElement, DesignElementInput } from '@sello/contracts';
import { builtInTemplates, catalogLocales, plainText } from '@sello/design';
import { noisePng } from '../bench/rendering/subject.ts';
import { buildDesign, buildText } from './builders.ts';

/** The images of these designs: without transparency. */
export const opaqueImages = { photo: noisePng(40, 30, false), ground: noisePng(80, 60, false) };

const box = { x: 40, y: 40, width: 120, height: 80 };
const photo = { kind: 'asset', assetId: 'photo' } as const;
const families = [
  'Newsreader',
  'Newsreader Display',
  'Source Serif 4',
  'Source Sans 3',
  'Great Vibes',
  'Gentium Book Plus',
];

const elements: Record<string, DesignElementInput> = {
  rectangle: { ...box, type: 'rectangle', id: 'a', fill: '#c2401c', stroke: '#000000', cornerRadius: 8 },
  ellipse: { ...box, type: 'ellipse', id: 'b', stroke: '#204080', strokeWidth: 4, dash: [6, 2] },
  line: { ...box, type: 'line', id: 'c', lineCap: 'round', rotation: 30 },
  path: {
    ...box,
    type: 'path',
    id: 'd',
    d: 'M0 0L9 9H3Z',
    viewBox: [0, 0, 9, 9],
    fill: '#336699',
    alt: 'An arrow',
  },
  image: { ...box, type: 'image', id: 'e', source: photo, alt: 'The school in 1908' },
  ornament: { ...box, type: 'image', id: 'f', source: photo, mask: { shape: 'ellipse' }, rotation: 45 },
  cropped: {
    ...{ ...box, type: 'image', id: 'g', source: photo, fit: 'cover', alt: 'Its tower' },
    crop: { x: 0.25, y: 0, width: 0.5, height: 0.5 },
  },
  qr: { ...box, type: 'qr', id: 'h', background: '#ffffff' },
  'fixed qr': { ...box, type: 'qr', id: 'i', content: 'sello', alt: 'The address of the school' },
  barcode: { ...box, type: 'barcode', id: 'j', content: '{{idNumber}}' },
  table: {
    ...{ ...box, type: 'table', id: 'k', width: 300, height: 160, rows: 'Anatomy|40;|32;Physiology|' },
    columns: [{ header: 'Module' }, { header: 'Hours', align: 'end' }],
    ...{ fontFamily: 'Source Sans 3', fontSize: 9, lines: 'grid', stripe: '#eeeeee' },
  },
  signature: {
    ...{ ...box, type: 'signature', id: 'l', fontFamily: 'Source Sans 3', fontSize: 8 },
    paragraphs: plainText('{{signature.name}}'),
  },
  group: {
    ...{ ...box, type: 'group', id: 'm', rotation: -12 },
    elements: [buildText('In a group'), { ...box, type: 'image', id: 'n', source: photo, alt: 'In a group' }],
  },
};

/** The design without images named by variables: a PNG may be transparent, so their pages are prepared for it. */
export function withoutNamedImages(design: Design): Design {
  const left = (elements: readonly DesignElement[]): DesignElement[] =>
    elements
      .filter((element) => element.type !== 'image' || element.source.kind !== 'variable')
      .map((element) => ('elements' in element ? { ...element, elements: left(element.elements) } : element));
  return { ...design, pages: design.pages.map((page) => ({ ...page, elements: left(page.elements) })) };
}

/** More than forty designs without transparency. */
export function opaqueDesigns(): { name: string; design: Design }[] {
  const name = (fontFamily: string) =>
    buildText('{{fullName}}', { fontFamily, fit: 'shrink', maxLines: 1, minFontSize: 6 });
  return [
    // Each in one of the languages, by turns: what differs between them is the words.
    ...catalogLocales.flatMap((locale, turn) =>
      builtInTemplates(locale)
        .filter((_, place) => place % catalogLocales.length === turn)
        .map(({ key, design }) => ({ name: `${key} ${locale}`, design })),
    ),
    ...Object.entries(elements).map(([kind, element]) => ({ name: kind, design: buildDesign([element]) })),
    ...families.map((family) => ({
      name: family,
      design: buildDesign([name(family), buildText('Fixed', { fontFamily: family, y: 120 })]),
    })),
    { name: 'nothing', design: buildDesign([]) },
    {
      name: 'many scripts',
      design: buildDesign([
        buildText('Ωμέγα'),
        buildText('Щука {{idNumber}}', { y: 100 }),
        buildText('{{fullName}}', { y: 160 }),
      ]),
    },
    {
      name: 'decorated',
      design: buildDesign([
        buildText('{{fullName}}', { underline: true, lineThrough: true, charSpacing: 200, rotation: 9 }),
      ]),
    },
    {
      name: 'all together on two pages',
      design: buildDesign([], {
        pages: [
          {
            ...{ id: 'one', width: 400, height: 300, elements: Object.values(elements) },
            background: { assetId: 'ground' },
          },
          {
            id: 'two',
            width: 300,
            height: 400,
            elements: [buildText('Overleaf'), buildText('{{fullName}}', { y: 90 })],
          },
        ],
      }),
    },
    {
      name: 'another language',
      design: buildDesign([elements.qr as DesignElementInput, buildText('Zeugnis')], { locale: 'de' }),
    },
    {
      name: 'no ground',
      design: buildDesign([], {
        pages: [
          {
            id: 'p',
            width: 200,
            height: 200,
            elements: [buildText('{{fullName}}')],
            background: { color: null },
          },
        ],
      }),
    },
  ];
}
