import type { DesignElementInput, DesignInput } from '@sello/contracts';
import { sealPaint, signatureImages } from '@sello/design';
import { catalogueFamilies } from '@sello/design/fonts';
import { texts as languageTexts } from '../../packages/render/tests/languages/texts.ts';
import type { Random } from './random.ts';

type Of<Type extends DesignElementInput['type']> = Omit<Extract<DesignElementInput, { type: Type }>, 'id'>;
type Made = {
  elements: DesignElementInput[];
  design?: Partial<DesignInput>;
  page?: Partial<DesignInput['pages'][number]>;
  sealColor?: string;
  /** Whether the certificate is signed. */
  isSigned?: boolean;
};

const families = [
  'Newsreader',
  'Newsreader Display',
  'Source Sans 3',
  'Source Serif 4',
  'Great Vibes',
  'Gentium Book Plus',
];
const colors = ['#1c1a17', '#c2401c', '#0b5fa5', '#3b7a2a', '#7a2a6b', '#d9a400'];
const words =
  'Otorgado a {{fullName}} por haber concluido con éxito el curso de Farmacia Hospitalaria: dispensación, gestión y ética (120 horas), efficient office fjord, «Ñandú» – “AVATAR” Țară Łódź Việt Nam.'.split(
    ' ',
  );

const element = <Type extends DesignElementInput['type']>(of: Of<Type>): DesignElementInput =>
  ({ id: 'x', ...of }) as unknown as DesignElementInput;
const sentence = (random: Random, from = 3, to = 20): string => {
  const start = random.whole(0, words.length - 4);
  return words.slice(start, start + random.whole(from, to)).join(' ');
};
const run = (random: Random) => ({
  ...(random.chance(0.4) && { fontFamily: random.pick(families) }),
  ...(random.chance(0.3) && { fontWeight: random.pick([300, 500, 700, 900]) }),
  ...(random.chance(0.3) && { italic: true }),
  ...(random.chance(0.4) && { fontSize: random.between(9, 22) }),
  ...(random.chance(0.4) && { fill: random.pick(colors) }),
  ...(random.chance(0.3) && { underline: true }),
  ...(random.chance(0.2) && { lineThrough: true }),
  ...(random.chance(0.2) && { charSpacing: random.whole(-40, 200) }),
  ...(random.chance(0.2) && { letterCase: random.pick(['upper', 'lower', 'title'] as const) }),
});
const box = (random: Random, index: number, columns = 2) => ({
  ...{ x: 20 + (index % columns) * (390 / columns), y: 14 + Math.floor(index / columns) * 92 },
  ...{ width: random.between(90, 380 / columns - 10), height: random.between(36, 80) },
});
const six = <T>(make: (index: number) => T): T[] => Array.from({ length: 6 }, (_, index) => make(index));
const text = (random: Random, index: number, content: string, rest: Partial<Of<'text'>> = {}) =>
  element<'text'>({
    ...box(random, index),
    ...{ type: 'text', paragraphs: [{ runs: [{ text: content }] }] },
    ...{
      fontFamily: random.pick(families),
      fontSize: random.between(10, 20),
      fill: random.pick(colors),
      ...rest,
    },
  });
const outline = (random: Random) => ({
  ...{ stroke: random.pick(colors), strokeWidth: random.between(0.5, 6) },
  ...{ dash: random.pick([[], [6, 3], [8], [10, 2, 1, 2]]) },
  ...{ lineCap: random.pick(['butt', 'round', 'square'] as const) },
  ...{ lineJoin: random.pick(['miter', 'round', 'bevel'] as const) },
});
const turned = (random: Random) => ({
  ...(random.chance(0.5) && { rotation: random.whole(-180, 180) }),
  ...(random.chance(0.4) && { opacity: random.between(0.2, 0.9) }),
});
const star = 'M50 0L61 35H98L68 57L79 92L50 70L21 92L32 57L2 35H39Z';
const wave = 'M0 30C20 0 40 0 50 20S80 40 100 10q5 -10 12 0t12 6A14 9 20 1 1 140 30';

const picture = (random: Random) =>
  element<'image'>({
    ...{ type: 'image', x: 0, y: 0, width: random.between(50, 150), height: random.between(40, 80) },
    source: random.chance(0.2)
      ? { kind: 'variable', name: 'tenant.logo' }
      : { kind: 'asset', assetId: random.pick(['photo', 'logo', 'seal', 'turned']) },
    fit: random.pick(['contain', 'cover', 'stretch'] as const),
    ...(random.chance(0.5) && { crop: { x: 0.1, y: 0.2, width: random.between(0.4, 0.8), height: 0.6 } }),
    mask: random.pick([
      { shape: 'rectangle' } as const,
      { shape: 'ellipse' } as const,
      { shape: 'rounded', radius: random.between(4, 30) } as const,
    ]),
    flip: { horizontal: random.chance(0.3), vertical: random.chance(0.3) },
    ...turned(random),
  });
const shape = (random: Random): DesignElementInput => {
  const place = { x: 0, y: 0, width: random.between(30, 150), height: random.between(20, 70) };
  const fill = random.chance(0.7) ? random.pick(colors) : null;
  const lines = random.chance(0.7) || fill === null ? outline(random) : {};
  return random.pick([
    () =>
      element<'rectangle'>({
        type: 'rectangle',
        ...place,
        fill,
        cornerRadius: random.pick([0, 0, 8, 60]),
        ...lines,
        ...turned(random),
      }),
    () => element<'ellipse'>({ type: 'ellipse', ...place, fill, ...lines, ...turned(random) }),
    () => element<'line'>({ type: 'line', ...place, ...outline(random), ...turned(random) }),
    () =>
      element<'path'>({
        ...{ type: 'path', ...place, fill, ...lines, ...turned(random) },
        ...random.pick([
          {
            d: star,
            viewBox: [0, 0, 100, 92] as [number, number, number, number],
            fillRule: 'evenodd' as const,
          },
          { d: wave, viewBox: [0, -10, 150, 60] as [number, number, number, number] },
        ]),
      }),
  ])();
};
const at = (made: DesignElementInput, random: Random, index: number) => {
  const { x, y } = box(random, index);
  return { ...made, x, y };
};
const known = languageTexts.filter(({ font }) => catalogueFamilies.has(font));
const isIdeographic = ({ language }: { language: string }) => /^(zh|ja|ko)/.test(language);
const scripts = known.filter((one) => !isIdeographic(one));
const ideographic = known.filter(isIdeographic);
const inLanguage = (random: Random, from: typeof scripts): Made => {
  const chosen = random.pick(from);
  return {
    design: { locale: chosen.language },
    elements: [0, 2].map((index) =>
      text(random, index, chosen.text.slice(0, random.whole(60, 200)), {
        ...{ width: 380, height: 80, fontFamily: random.pick([chosen.font, ...families.slice(0, 3)]) },
        ...{
          fontSize: random.between(11, 16),
          align: random.pick(['start', 'center', 'end', 'justify'] as const),
        },
        fontWeight: random.pick([400, 700]),
      }),
    ),
  };
};

/** For each group of properties a maker of designs that exercise it. */
export const properties: Record<string, (random: Random) => Made> = {
  names: (random) => ({
    elements: six((index) =>
      text(random, index, '{{fullName}}', {
        fit: 'shrink',
        maxLines: 1,
        minFontSize: 1,
        fontSize: random.between(14, 40),
        ...turned(random),
      }),
    ),
  }),
  runs: (random) => ({
    elements: [0, 2, 4].map((index) =>
      text(random, index, '', {
        width: 380,
        paragraphs: [{ runs: [1, 2, 3].map(() => ({ text: `${sentence(random, 2, 5)} `, ...run(random) })) }],
      }),
    ),
  }),
  fits: (random) => ({
    elements: six((index) =>
      text(random, index, sentence(random), {
        fit: (['wrap', 'break', 'shrink', 'clip'] as const)[index % 4]!,
        ...{ minFontSize: 2, verticalAlign: random.pick(['top', 'middle', 'bottom'] as const) },
        ...(random.chance(0.3) && { rotation: random.whole(-30, 30) }),
      }),
    ),
  }),
  paragraphs: (random) => ({
    elements: [0, 2, 4].map((index) =>
      text(random, index, '', {
        ...{ width: 380, fontSize: random.between(9, 13), lineHeight: random.between(0.9, 1.8) },
        align: random.pick(['start', 'left', 'center', 'right', 'justify', 'end'] as const),
        ...{
          indent: random.between(-20, 30),
          spaceBefore: random.between(0, 8),
          spaceAfter: random.between(0, 6),
        },
        paragraphs: [
          { runs: [{ text: sentence(random) }] },
          { runs: [{ text: `${sentence(random)}\n${sentence(random, 1, 3)}` }], align: 'center' },
          { runs: [{ text: '' }] },
          { runs: [{ text: 'soft­hyphen­ated e\u0301' }], direction: random.pick(['auto', 'rtl'] as const) },
        ],
      }),
    ),
  }),
  rightToLeft: (random) =>
    inLanguage(
      random,
      scripts.filter(({ language }) => /^(ar|he|fa|ur|dv)/.test(language)),
    ),
  scripts: (random) => inLanguage(random, scripts),
  southeastAsia: (random) =>
    inLanguage(
      random,
      scripts.filter(({ language }) => /^(th|km|lo|my)/.test(language)),
    ),
  ideographs: (random) => inLanguage(random, ideographic),
  letters: (random) => ({
    elements: six((index) =>
      text(random, index, `${sentence(random, 2, 5)} straße ﬁn ijs ΐ`, {
        ...{
          letterCase: random.pick(['upper', 'lower', 'title'] as const),
          charSpacing: random.whole(-60, 400),
        },
        ...{ underline: random.chance(0.5), lineThrough: random.chance(0.3), ...turned(random) },
        ...{ language: random.pick([null, 'tr', 'nl', 'el']), fontSize: random.between(8, 14) },
      }),
    ),
  }),
  shapes: (random) => ({ elements: six((index) => at(shape(random), random, index)) }),
  images: (random) => ({ elements: six((index) => at(picture(random), random, index)) }),
  codes: (random) => ({
    elements: six((index) => {
      const colored = { fill: random.pick(colors), background: random.pick([null, '#fff4e0']) };
      const made =
        index % 2
          ? element<'barcode'>({
              ...{ type: 'barcode', ...box(random, index), ...colored },
              ...{ width: 180, content: random.pick(['{{certificate.id}}', '{{idNumber}}', 'Ab-12']) },
              ...{ quietZone: random.whole(0, 12), ...turned(random) },
            })
          : element<'qr'>({
              ...{ type: 'qr', ...box(random, index), ...colored, ...turned(random) },
              errorCorrection: random.pick(['L', 'M', 'Q', 'H'] as const),
              quietZone: random.whole(0, 5),
            });
      return at(made, random, index);
    }),
  }),
  tables: (random) => ({
    elements: [0, 2].map((index) =>
      element<'table'>({
        ...{
          type: 'table',
          ...box(random, index, 1),
          x: 20,
          y: 14 + index * 70,
          width: random.between(200, 380),
          height: 120,
        },
        rows: 'Anatomía y fisiología|40|A;Farmacología clínica avanzada|32|B+;Ética;Ñ|5|—',
        columns: [
          { header: 'Módulo', share: 3 },
          { header: 'Horas', align: 'end' },
          { header: 'Nota', align: 'center' },
        ],
        ...{ fontFamily: random.pick(families), fontSize: random.between(8, 13), fill: random.pick(colors) },
        ...{ lines: random.pick(['none', 'rows', 'grid'] as const), strokeWidth: random.between(0.5, 2) },
        ...{
          header: random.chance(0.7),
          headerGround: random.pick([null, '#e8e2d8']),
          stripe: random.pick([null, '#f1ede5']),
        },
        ...{
          padding: random.between(1, 6),
          italic: random.chance(0.3),
          ...(random.chance(0.3) && { rotation: 6, opacity: 0.6 }),
        },
      }),
    ),
  }),
  groups: (random) => ({
    elements: [0, 1, 2].map((index) =>
      element<'group'>({
        ...{
          type: 'group',
          ...box(random, index),
          ...{ rotation: random.whole(-40, 40), opacity: random.between(0.3, 1) },
        },
        elements: [
          { ...shape(random), id: `a${index}`, x: 10, y: 6 },
          { ...text(random, 0, '{{fullName}}', { fontSize: 12 }), id: `b${index}`, x: 4, y: 4 },
          {
            ...{
              type: 'group',
              id: `c${index}`,
              x: 30,
              y: 20,
              width: 60,
              height: 40,
              rotation: random.whole(0, 90),
              opacity: 0.5,
            },
            elements: [
              { ...shape(random), id: `d${index}`, x: -5, y: 0 },
              { ...picture(random), id: `e${index}`, x: 20, y: 10, width: 40, height: 30 },
            ],
          },
        ],
      }),
    ),
  }),
  emptiness: (random) => ({
    design: { variables: [{ name: 'custom.none', optional: true }] },
    elements: [
      text(random, 0, 'with the ward {{custom.ward}}', { hideWhenEmpty: true }),
      text(random, 1, 'with {{custom.hours}} hours', { hideWhenEmpty: true }),
      text(random, 2, 'nothing: {{custom.none}}.', {}),
      { ...text(random, 3, 'hidden'), hidden: true },
      text(random, 4, 'on {{certificate.issuedAt}} in {{country}}', { locked: true }),
      {
        ...picture(random),
        x: 220,
        y: 200,
        source: { kind: 'variable', name: 'student.photo' },
        hideWhenEmpty: true,
      },
    ],
  }),
  grounds: (random) => ({
    page: { background: { color: random.pick(colors), assetId: random.pick([null, 'photo', 'logo']) } },
    elements: [text(random, 1, sentence(random), { fill: '#ffffff' }), at(shape(random), random, 4)],
  }),
  signatures: (random) => ({
    isSigned: random.chance(0.8),
    elements: [
      element<'signature'>({
        ...{ type: 'signature', ...box(random, 0), width: random.between(150, 380) },
        paragraphs: [
          { runs: [{ text: 'Signed by {{signature.name}}', ...run(random) }] },
          { runs: [{ text: '{{signature.date}}, {{signature.location}}: {{signature.reason}}' }] },
        ],
        ...{ fontFamily: random.pick(families), fontSize: random.between(8, 13), fill: random.pick(colors) },
        ...{ fit: random.pick(['shrink', 'wrap', 'clip'] as const), minFontSize: 2 },
        ...turned(random),
      }),
      ...[2, 3, 4].map((index) =>
        at(
          element<'image'>({
            ...{ type: 'image', x: 0, y: 0, width: random.between(70, 160), height: random.between(30, 70) },
            source: { kind: 'variable', name: random.pick(Object.keys(signatureImages)) },
            ...{ fit: random.pick(['contain', 'cover', 'stretch'] as const), ...turned(random) },
          }),
          random,
          index,
        ),
      ),
    ],
  }),
  seals: (random) => {
    const paint = () => sealPaint(random.pick(colors));
    return {
      ...(random.chance(0.7) && { sealColor: random.pick(['#2d6a4f', '#7b2d26', '#14213d']) }),
      page: { background: { color: random.chance(0.3) ? paint() : null } },
      elements: [
        element<'rectangle'>({
          ...{ type: 'rectangle', ...box(random, 0), ...outline(random), fill: paint() },
          ...{ cornerRadius: random.pick([0, 12]), ...turned(random) },
        }),
        element<'ellipse'>({
          ...{ type: 'ellipse', ...box(random, 1), fill: null, stroke: paint(), strokeWidth: 4 },
        }),
        text(random, 2, '', {
          paragraphs: [{ runs: [{ text: 'Sealed by ' }, { text: '{{tenant.publicName}}', fill: paint() }] }],
          underline: true,
        }),
        element<'qr'>({ type: 'qr', ...box(random, 3), fill: paint(), background: '#ffffff' }),
        element<'group'>({
          ...{ type: 'group', ...box(random, 4), rotation: random.whole(-40, 40) },
          elements: [
            {
              ...{ type: 'path', id: 'a', x: 10, y: 6, width: 60, height: 56, d: star },
              ...{ viewBox: [0, 0, 100, 92], fill: paint(), stroke: paint(), strokeWidth: 2 },
            },
          ],
        }),
      ],
    };
  },
};
