import { paintedPng } from '../painted-png.ts';
import { box, boxCases, type GoldenCases, outlineCases, shows, type Values, writes } from './case.ts';

const [width, height] = [40, 30];
/** A different colour in each quarter and a black stripe along the top, so that every transform is visible. */
export const quarters = paintedPng(width, height, (x, y) => {
  if (y < 4) return [0, 0, 0];
  if (y < height / 2) return x < width / 2 ? [220, 40, 40] : [30, 150, 60];
  return x < width / 2 ? [40, 70, 220] : [240, 200, 40];
});
export const stripes = paintedPng(40, 30, (x) => (x % 10 < 5 ? [120, 60, 160] : [230, 220, 240]));

const whole = { x: 0, y: 0, width: 1, height: 1 };

export const image: { sample: Values; cases: GoldenCases } = {
  sample: { ...box, type: 'image', id: 'sample', source: { kind: 'asset', assetId: 'quarters' } },
  cases: {
    ...boxCases({ alt: 'Portrait of {{custom.none}}' }),
    'source asset': shows(
      { source: { kind: 'asset', assetId: 'quarters' } },
      { source: { kind: 'variable', name: 'tenant.logo' } },
    ),
    'source variable': shows({ source: { kind: 'variable', name: 'student.photo' } }),
    'source.assetId': shows({ source: { kind: 'asset', assetId: 'stripes' } }),
    'source.name': shows(
      { source: { kind: 'variable', name: 'student.photo' } },
      { source: { kind: 'variable', name: 'tenant.logo' } },
    ),
    'fit cover': shows({ fit: 'cover' }),
    'fit stretch': shows({ fit: 'stretch' }),
    'crop.x': shows({ crop: { ...whole, x: 0.5, width: 0.5 } }, { crop: { ...whole, width: 0.5 } }),
    'crop.y': shows({ crop: { ...whole, y: 0.5, height: 0.5 } }, { crop: { ...whole, height: 0.5 } }),
    'crop.width': shows({ crop: { ...whole, width: 0.4 } }),
    'crop.height': shows({ crop: { ...whole, height: 0.4 } }),
    'mask rounded': shows({ mask: { shape: 'rounded', radius: 12 } }),
    'mask.radius': shows(
      { mask: { shape: 'rounded', radius: 20 } },
      { mask: { shape: 'rounded', radius: 5 } },
    ),
    'mask ellipse': shows({ mask: { shape: 'ellipse' } }),
    'flip.horizontal': shows({ flip: { horizontal: true, vertical: false } }),
    'flip.vertical': shows({ flip: { horizontal: false, vertical: true } }),
    alt: writes({ alt: 'Four colours' }),
  },
};

export const rectangle: { sample: Values; cases: GoldenCases } = {
  sample: { ...box, type: 'rectangle', id: 'sample', fill: '#f5b942' },
  cases: {
    ...boxCases(null),
    ...outlineCases(true),
    fill: shows({ fill: '#16803c' }),
    cornerRadius: shows({ cornerRadius: 18 }),
  },
};

export const ellipse: { sample: Values; cases: GoldenCases } = {
  sample: { ...box, type: 'ellipse', id: 'sample', fill: '#f5b942' },
  cases: { ...boxCases(null), ...outlineCases(false), fill: shows({ fill: '#16803c' }) },
};

export const line: { sample: Values; cases: GoldenCases } = {
  sample: { ...box, type: 'line', id: 'sample' },
  cases: { ...boxCases(null), ...outlineCases(false) },
};

export const path: { sample: Values; cases: GoldenCases } = {
  sample: {
    ...{ ...box, type: 'path', id: 'sample', viewBox: [0, 0, 100, 60], fill: '#f5b942' },
    // A star whose middle is inside by the nonzero rule and outside by the even-odd rule.
    d: 'M50 2L72 58L12 22H88L28 58Z',
  },
  cases: {
    ...boxCases({ alt: 'Seal of {{custom.none}}' }),
    ...outlineCases(true),
    d: shows({ d: 'M5 55Q50 -40 95 55A20 12 0 0 1 5 55Z' }),
    viewBox: shows({ viewBox: [-50, 0, 200, 60] }),
    fill: shows({ fill: '#16803c' }),
    'fillRule evenodd': shows({ fillRule: 'evenodd' }),
    alt: writes({ alt: 'A star' }),
  },
};

export const qr: { sample: Values; cases: GoldenCases } = {
  sample: { ...box, type: 'qr', id: 'sample', content: 'HTTPS://SELLO.EXAMPLE' },
  cases: {
    ...boxCases({ content: 'https://x.example/{{custom.none}}' }),
    width: shows({ width: 40 }),
    content: shows({ content: '{{certificate.verifyUrl}}' }),
    'errorCorrection L': shows({ errorCorrection: 'L' }),
    'errorCorrection Q': shows({ errorCorrection: 'Q' }),
    'errorCorrection H': shows({ errorCorrection: 'H' }),
    fill: shows({ fill: '#1d4ed8' }),
    background: shows({ background: '#f5e6c4' }),
    quietZone: shows({ quietZone: 0 }),
    alt: writes({ alt: 'Check it here' }),
  },
};

export const barcode: { sample: Values; cases: GoldenCases } = {
  sample: { ...box, type: 'barcode', id: 'sample', content: 'N-42' },
  cases: {
    ...boxCases({ content: 'N-{{custom.none}}' }),
    content: shows({ content: '7041' }),
    fill: shows({ fill: '#1d4ed8' }),
    background: shows({ background: '#f5e6c4' }),
    quietZone: shows({ quietZone: 0 }),
    alt: writes({ alt: 'The number' }),
  },
};

export const group: { sample: Values; cases: GoldenCases } = {
  sample: {
    ...{ ...box, type: 'group', id: 'sample' },
    elements: [
      { x: 0, y: 0, width: 60, height: 40, type: 'rectangle', id: 'one', fill: '#f5b942' },
      { x: 30, y: 20, width: 60, height: 40, type: 'ellipse', id: 'two', fill: '#1d4ed8' },
    ],
  },
  // The size of a group determines its centre of rotation.
  cases: boxCases(
    {
      elements: [
        { x: 0, y: 0, width: 60, height: 40, type: 'rectangle', id: 'one', fill: '#f5b942' },
        {
          ...{ x: 5, y: 5, width: 60, height: 40, type: 'text', id: 'two', fontSize: 12 },
          ...{ fontFamily: 'Source Sans 3', paragraphs: [{ runs: [{ text: 'Grade {{custom.none}}' }] }] },
        },
      ],
    },
    { rotation: 40 },
  ),
};
