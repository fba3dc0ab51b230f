import type { DesignElementInput } from '@sello/contracts';
import { noisePng } from '../bench/rendering/subject.ts';
import { buildText } from './builders.ts';

const shape = { x: 20, y: 20, width: 60, height: 40 };

/** Every element type with properties that change its operators: rotated, transparent and in groups. */
export const everyElement: DesignElementInput[] = [
  {
    ...shape,
    type: 'rectangle',
    id: 'a',
    fill: '#ff0000',
    stroke: '#000000',
    dash: [3, 1],
    cornerRadius: 6,
    rotation: 30,
  },
  { ...shape, type: 'ellipse', id: 'b', fill: '#00ff00', opacity: 0.4 },
  { ...shape, type: 'line', id: 'c', lineCap: 'round' },
  {
    ...shape,
    type: 'path',
    id: 'd',
    d: 'M0 0C10 10 20 0 30 10A5 5 0 0 1 40 20Z',
    viewBox: [0, 0, 40, 20],
    fill: '#0000ff',
    fillRule: 'evenodd',
  },
  { ...shape, type: 'image', id: 'e', source: { kind: 'asset', assetId: 'logo' }, fit: 'cover' },
  { ...shape, type: 'qr', id: 'f', background: '#ffffff', quietZone: 4 },
  {
    ...shape,
    type: 'group',
    id: 'g',
    opacity: 0.5,
    rotation: -10,
    elements: [
      buildText('static', { x: 0, y: 0 }),
      { ...shape, type: 'image', id: 'h', source: { kind: 'asset', assetId: 'logo' } },
    ],
  },
  {
    ...shape,
    type: 'group',
    id: 'i',
    opacity: 0.7,
    elements: [buildText('{{fullName}}', { x: 0, y: 0, fit: 'clip' })],
  },
  { ...shape, type: 'barcode', id: 'j', content: '{{idNumber}}', background: '#ffffff' },
  {
    ...{ ...shape, type: 'table', id: 'k', width: 200, height: 120, rows: 'Anatomy|40;Physiology|32' },
    columns: [{ header: 'Module' }, { header: 'Hours', align: 'end' }],
    ...{ fontFamily: 'Source Sans 3', fontSize: 9, lines: 'grid', stripe: '#eeeeee' },
  },
  {
    ...{ ...shape, type: 'signature', id: 'l', fontFamily: 'Source Sans 3', fontSize: 8 },
    paragraphs: [{ runs: [{ text: '{{signature.name}}' }] }],
  },
  buildText('{{fullName}} Щ', { underline: true, lineThrough: true, rotation: 12 }),
];

/** The images of `everyElement`, and one for the background of a page. */
export const everyImage = { logo: noisePng(40, 30, true), ground: noisePng(80, 60, false) };
