import { type GoldenCases, keeps, shows, type Values, writes } from './case.ts';

const font = { fontFamily: 'Source Sans 3', fontSize: 11 };
const text = (id: string, y: number, content: string): Values => ({
  ...{ ...font, type: 'text', id, x: 10, y, width: 100, height: 30 },
  paragraphs: [{ runs: [{ text: content }] }],
});

const guide = (axis: string, position: number): Values => ({ guides: [{ axis, position }] });

export const page: { sample: Values; cases: GoldenCases } = {
  sample: {
    ...{ id: 'page', width: 120, height: 80 },
    elements: [text('first', 10, 'Ana Ruiz'), text('second', 40, 'with merit')],
  },
  cases: {
    id: keeps({ id: 'another' }),
    width: shows({ width: 160 }),
    height: shows({ height: 120 }),
    'background.color': shows({ background: { color: '#f5e6c4' } }),
    'background.assetId': shows({ background: { assetId: 'stripes' } }),
    'guides.axis x': keeps(guide('x', 20), guide('y', 20)),
    'guides.axis y': keeps(guide('y', 20), guide('x', 20)),
    'guides.position': keeps(guide('x', 40), guide('x', 20)),
    readingOrder: writes({ readingOrder: ['second', 'first'] }),
  },
};

const dated = '{{certificate.issuedAt}}';
const printing = (content: string): Values => ({
  pages: [{ id: 'page', width: 120, height: 80, elements: [text('text', 10, content)] }],
});
const day = { name: 'custom.day', kind: 'date' };

export const design: { sample: Values; cases: GoldenCases } = {
  sample: { version: 2, ...printing(dated) },
  cases: {
    locale: shows({ locale: 'es' }),
    'dateStyle full': shows({ dateStyle: 'full' }),
    'dateStyle medium': shows({ dateStyle: 'medium' }),
    'dateStyle short': shows({ dateStyle: 'short' }),
    timeZone: shows({ timeZone: 'Pacific/Auckland' }),
    'variables.name': shows(
      { variables: [day] },
      { ...printing('{{custom.day}}'), variables: [{ ...day, name: 'custom.other' }] },
    ),
    'variables.scope batch': {
      ...shows(
        { variables: [{ ...day, name: 'batch.day', scope: 'batch' }] },
        { ...printing('{{batch.day}}'), variables: [day] },
      ),
      // The name of a batch variable has its own form.
      also: 'variables.name',
    },
    'variables.label': keeps({ variables: [{ ...day, label: 'Day' }] }, { variables: [day] }),
    'variables.kind date': shows(
      { variables: [day] },
      { ...printing('{{custom.day}}'), variables: [{ name: 'custom.day' }] },
    ),
    'variables.kind number': shows(
      { variables: [{ name: 'custom.hours', kind: 'number' }] },
      { ...printing('{{custom.hours}} hours'), variables: [{ name: 'custom.hours' }] },
    ),
    'variables.sample': keeps({ variables: [{ ...day, sample: '2026-01-01' }] }, { variables: [day] }),
    'variables.optional': shows(
      { variables: [{ name: 'custom.absent', optional: true }] },
      { ...printing('Grade {{custom.absent}}'), variables: [{ name: 'custom.absent' }] },
    ),
    'variables.fallback': shows(
      { variables: [{ name: 'custom.absent', fallback: 'none' }] },
      {
        ...printing('Grade {{custom.absent}}'),
        variables: [{ name: 'custom.absent', fallback: 'not given' }],
      },
    ),
  },
};
