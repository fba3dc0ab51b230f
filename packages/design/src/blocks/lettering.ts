import type { DesignElementInput } from '@sello/contracts';
import { defineBlock, type Group, group, type Ids } from './block.ts';
import { blockTexts } from './texts.ts';
import { type Family, familyMetrics, type TextStyle, typeset } from './typeset.ts';

type Align = 'left' | 'center' | 'right';

/** What lettering has in common, in points; `color` is the text's, `mute` that of its less important lines. */
interface Lettering {
  ids: Ids;
  x: number;
  y: number;
  width: number;
  family: Family;
  color: string;
  mute?: string;
  align?: Align;
}

type Image = Extract<DesignElementInput, { type: 'image' }>;

/** An image of the organization on a light ground, which goes with it where there is none. */
export function onPlate(ids: Ids, image: Image, fill: string): Group {
  const { x, y, width, height } = image;
  const margin = 4;
  const box = { x: 0, y: 0, width: width + 2 * margin, height: height + 2 * margin };
  const place = { x: x - margin, y: y - margin, width: box.width, height: box.height };
  const plate = { type: 'rectangle' as const, id: ids(), ...box, cornerRadius: 3, fill };
  return { ...group(ids, place, [plate, { ...image, x: margin, y: margin }]), hideWhenEmpty: true };
}

/**
 * The line of a signatory (1 or 2): the signature, the line, the name and the role; `y` is the line's. Without a name the
 * role that the template is drawn for stands in its place, and of a name that is no signatory's no signature is printed.
 */
export function drawSignatory(
  options: Lettering & {
    signatory: 1 | 2;
    size?: number;
    /** Height of the signature above the line. */
    room?: number;
    roleStyle?: TextStyle;
    /** The ground under the signature, where that of the page is dark. */
    plate?: string;
  },
): Group {
  const { ids, x, y, width, family, color, mute = color, align = 'center' } = options;
  const { signatory, size = 10, room = size * 3.4, plate } = options;
  const text = (content: string, baseline: number, of: number, style: TextStyle) =>
    typeset(
      ids(),
      content,
      { x: 0, baseline: room + baseline, width, family, size: of, min: of * 0.5 },
      { align, ...style },
    );
  const first = Math.round(size * 1.5);
  const second = first + Math.round(size * 1.3);
  const image = Math.min(width, room * 3);
  const from = { left: 0, center: (width - image) / 2, right: width - image }[align];
  const inset = plate === undefined ? 0 : 4;
  const signature: Image = {
    ...{
      type: 'image',
      id: ids(),
      x: from + inset,
      y: inset,
      width: image - 2 * inset,
      height: room - 4 - 2 * inset,
    },
    // The name below it is its description.
    source: { kind: 'variable', name: `signatory${signatory}.signature` },
  };
  return group(ids, { x, y: y - room, width, height: room + second + Math.ceil(size * 0.45) }, [
    plate === undefined ? signature : onPlate(ids, signature, plate),
    { type: 'line', id: ids(), x: 0, y: room, width, height: 0.7, stroke: color, strokeWidth: 0.7 },
    text(`{{batch.signatory${signatory}}}`, first, size, { fill: color, fontWeight: 600 }),
    text(`{{batch.signatory${signatory}Role}}`, second, size * 0.92, {
      ...{ fill: mute, hideWhenEmpty: true },
      ...options.roleStyle,
    }),
  ]);
}

/** A line to sign on, with the signer's name and role below it; `y` is the line's. */
function drawSignatureLine(options: Lettering & { name: string; role: string; size?: number }): Group {
  const { ids, x, y, width, family, color, mute = color, align = 'center', name, role, size = 10 } = options;
  const text = (content: string, baseline: number, style: TextStyle) =>
    typeset(
      ids(),
      content,
      { x: 0, baseline, width, family, size, min: size * 0.6 },
      { align, fill: color, ...style },
    );
  const first = Math.round(size * 1.5);
  const below = first + Math.round(size * 1.35);
  return group(ids, { x, y, width, height: below + Math.ceil(size * 0.45) }, [
    { type: 'line', id: ids(), x: 0, y: 0, width, height: 0.7, stroke: color, strokeWidth: 0.7 },
    text(name, first, { fontWeight: 600 }),
    text(role, below, { fill: mute }),
  ]);
}

/**
 * The QR code of the verify page with a caption, the certificate's number and the address where it is typed, `beside` it
 * or `below` it; `ground` is the colour under its modules. `x` is the code's left edge, or with `below` that of `width`, in which
 * all is aligned.
 */
export function drawNumberAndQr(
  options: Lettering & {
    side: number;
    texts: { verify: string; qr: string };
    place: 'below' | 'beside';
    size?: number;
    ground?: string;
    captionColor?: string;
    /** The caption stands alone where the number and the address are printed elsewhere. */
    isNumbered?: boolean;
  },
): Group {
  const { ids, x, y, width, family, color, align = 'center', side, texts, place } = options;
  const { size = 7.5, ground, captionColor = color, isNumbered = true } = options;
  const mute = captionColor === color ? (options.mute ?? color) : captionColor;
  const beside = place === 'beside';
  const left = beside ? side + size * 1.4 : 0;
  const from = { left: 0, center: (width - side) / 2, right: width - side }[align];
  const [second, third] = [size * 1.4, size * 2.65];
  // Beside the code the last baseline stands near its lower edge.
  const caption = beside ? side - third - 0.5 : side + size * 1.75;
  const text = (content: string, baseline: number, of: number, style: TextStyle): DesignElementInput =>
    typeset(
      ids(),
      content,
      { x: left, baseline, width: width - left, family, size: of, min: of * 0.55 },
      { align: beside ? 'left' : align, ...style },
    );
  const lines = [
    text(texts.verify, caption, size, { fill: mute }),
    text('{{certificate.id}}', caption + second, size, {
      ...{ fill: captionColor, fontWeight: 600, charSpacing: 20 },
    }),
    text('{{certificate.verifyAddress}}', caption + third, size, { fill: mute }),
  ];
  return group(ids, { x, y, width, height: beside ? side : heightWithNumber(side, size) }, [
    {
      ...{ type: 'qr', id: ids(), x: beside ? 0 : from, y: 0, width: side, height: side, fill: color },
      ...{ content: '{{certificate.verifyUrl}}', alt: texts.qr },
      ...(ground === undefined ? { quietZone: 0 } : { quietZone: 3, background: ground }),
    },
    ...(isNumbered ? lines : lines.slice(0, 1)),
  ]);
}

const heightWithNumber = (side: number, size: number) => side + Math.ceil(size * 4.8);

const large = 40;
const { ascent } = familyMetrics['Newsreader Display'];

export const letteringBlocks = [
  defineBlock({
    key: 'signatureLine',
    category: 'line',
    size: () => ({ width: 170, height: 34 }),
    draw: ({ language, ...at }) =>
      drawSignatureLine({
        ...{ ...at, family: 'Newsreader', color: '#1c1a17', mute: '#6b655b' },
        ...{ name: blockTexts[language].signer, role: blockTexts[language].role },
      }),
  }),
  defineBlock({
    key: 'numberAndQr',
    category: 'code',
    size: () => ({ width: 170, height: heightWithNumber(72, 7.5) }),
    draw: ({ language, ...at }) =>
      drawNumberAndQr({
        ...{ ...at, family: 'Newsreader', color: '#1c1a17', mute: '#6b655b', side: 72 },
        ...{ texts: blockTexts[language], place: 'below' },
      }),
  }),
  defineBlock({
    key: 'holderName',
    category: 'text',
    size: ({ width }) => ({ width: Math.round(width * 0.76), height: 48 }),
    draw: ({ ids, x, y, width, height }) =>
      group(ids, { x, y, width, height }, [
        typeset(
          ids(),
          '{{student.fullName}}',
          {
            ...{ x: 0, baseline: Math.round(ascent * large + 5), width },
            ...{ family: 'Newsreader Display', size: large, min: 9 },
          },
          { align: 'center', fill: '#1c1a17', role: 'heading' },
        ),
      ]),
  }),
  defineBlock({
    key: 'dateAndPlace',
    category: 'text',
    size: () => ({ width: 260, height: 16 }),
    draw: ({ ids, language, x, y, width, height }) =>
      group(ids, { x, y, width, height }, [
        typeset(
          ids(),
          blockTexts[language].placeAndDate,
          { x: 0, baseline: 11, width, family: 'Newsreader', size: 12 },
          { align: 'center', italic: true, fill: '#1c1a17' },
        ),
      ]),
  }),
  defineBlock({
    key: 'header',
    category: 'text',
    size: ({ width }) => ({ width: Math.round(width * 0.6), height: 98 }),
    draw: ({ ids, x, y, width, height }) =>
      group(ids, { x, y, width, height }, [
        {
          ...{ type: 'image', id: ids(), x: width / 2 - 60, y: 0, width: 120, height: 48 },
          // The name below it is its description.
          source: { kind: 'variable', name: 'tenant.logo' },
        },
        typeset(
          ids(),
          '{{tenant.publicName}}',
          { x: 0, baseline: 70, width, family: 'Newsreader', size: 15, lines: 2, min: 8 },
          { align: 'center', fill: '#1c1a17', fontWeight: 500 },
        ),
      ]),
  }),
];
