import { drawNumberAndQr } from '../../blocks/lettering.ts';
import { circle, numbers } from '../../ornaments/path-data.ts';
import { defineBuiltIn } from '../built-in.ts';
import { DrawingPage, square } from '../drawing-page.ts';

const navy = '#17203a';
const cream = '#f8f1e4';
const red = '#e0492b';
const amber = '#f2b233';
const teal = '#1f8a7d';
const text = 'Source Sans 3';

/** Side of a tile: six in a row. */
const side = square.width / 6;

/** A quarter of a disc that fills a tile, its centre in the corner 0 (top left) to 3, clockwise. */
function quarter(column: number, row: number, corner: 0 | 1 | 2 | 3): string {
  const [right, bottom] = [corner === 1 || corner === 2 ? 1 : 0, corner >= 2 ? 1 : 0];
  const [cx, cy] = [(column + right) * side, (row + bottom) * side];
  const [dx, dy] = [right ? -side : side, bottom ? -side : side];
  const sweep = dx * dy > 0 ? 1 : 0;
  return `M${numbers([cx, cy])}L${numbers([cx + dx, cy])}A${numbers([side, side])} 0 0 ${sweep} ${numbers([cx, cy + dy])}Z`;
}

const tile = (column: number, row: number) => {
  const [x, y] = [column * side, row * side];
  // They overlap, so that no page shows between them.
  const [wide, high] = [side + 0.4, row === 0 ? side + 0.4 : side + 0.2];
  return `M${numbers([x - 0.2, y - 0.2])}h${numbers([wide])}v${numbers([high])}h${numbers([-wide])}Z`;
};
const disc = (column: number, row: number, part = 1) =>
  circle([(column + 0.5) * side, (row + 0.5) * side], (side / 2) * part);
const bars = (column: number, row: number) =>
  [0, 2, 4]
    .map((index) => {
      const [x, y] = [column * side, row * side + (index * side) / 5];
      return `M${numbers([x, y])}h${numbers([side])}v${numbers([side / 5])}h${numbers([-side])}Z`;
    })
    .join('');

/** Drawn in this order: grounds, then the shapes on them. */
const pattern: readonly [fill: string, d: string][] = [
  [navy, tile(0, 0) + tile(2, 1) + tile(5, 0)],
  [amber, tile(1, 0) + tile(4, 1)],
  [teal, tile(3, 0) + tile(0, 1)],
  [red, tile(4, 0) + tile(1, 1)],
  [red, quarter(0, 0, 2) + disc(3, 0, 0.56) + quarter(5, 1, 0)],
  [cream, quarter(1, 0, 0) + quarter(4, 0, 3) + quarter(1, 1, 1) + disc(2, 1, 0.62)],
  [navy, bars(2, 0) + quarter(4, 1, 3) + bars(3, 1)],
  [amber, quarter(5, 0, 3) + quarter(0, 1, 1)],
];

/** A square to be shared, with tiles of circles and quarters. */
export const membership = defineBuiltIn({
  key: 'membership',
  texts: {
    en: {
      name: 'Membership, square',
      tags: ['membership', 'square', 'social media'],
      variables: [['Valid until', '2027-12-31']],
      title: 'Member',
      since: 'since {{student.startDate}}',
      validUntil: 'valid until {{batch.validUntil}}',
    },
    es: {
      name: 'Membresía cuadrada',
      tags: ['membresía', 'cuadrado', 'redes sociales'],
      variables: [['Válida hasta', '2027-12-31']],
      title: 'Miembro',
      since: 'desde el {{student.startDate}}',
      validUntil: 'hasta el {{batch.validUntil}}',
    },
    'pt-BR': {
      name: 'Filiação quadrada',
      tags: ['filiação', 'quadrado', 'redes sociais'],
      variables: [['Válida até', '2027-12-31']],
      title: 'Membro',
      since: 'desde {{student.startDate}}',
      validUntil: 'até {{batch.validUntil}}',
    },
  },
  variables: { 'batch.validUntil': { kind: 'date', optional: true } },
  draw(texts) {
    const page = new DrawingPage('front', square);
    const { ids } = page;
    const margin = 42;
    const middle = { x: margin, width: square.width - 2 * margin };
    for (const [fill, d] of pattern) page.path(d, { fill });
    page
      .text(
        texts.title,
        { x: margin - 3, width: middle.width, baseline: 290, family: text, size: 88 },
        { fill: navy, fontWeight: 900, charSpacing: -32, role: 'title' },
      )
      .text(
        '{{student.fullName}}',
        { ...middle, baseline: 372, family: text, size: 36, lines: 3, room: 72, min: 6, from: 'bottom' },
        { fill: '#c23a1d', fontWeight: 700, charSpacing: -10, lineHeight: 1.06, role: 'heading' },
      )
      .text(
        '{{tenant.publicName}}',
        { ...middle, baseline: 402, family: text, size: 19, lines: 2, min: 8 },
        { fill: navy, fontWeight: 600 },
      )
      .logo(square.width - margin - 96, 446, 96, 50)
      .text(
        texts.since,
        { x: 300, width: square.width - 300 - margin, baseline: 524.5, family: text, size: 13 },
        { fill: navy, align: 'right', hideWhenEmpty: true },
      )
      .text(
        texts.validUntil,
        { x: 300, width: square.width - 300 - margin, baseline: 544, family: text, size: 13 },
        { fill: navy, align: 'right', hideWhenEmpty: true },
      );
    return [
      page
        .add(
          drawNumberAndQr({
            ...{ ids, x: margin, y: 458, width: 300, side: 86, family: text, color: navy, size: 10 },
            ...{ texts, place: 'beside' },
          }),
        )
        .done(cream),
    ];
  },
});
