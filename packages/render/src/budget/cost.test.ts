import { builtInTemplates } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText } from '../../tests/builders.ts';
import { paintedPng } from '../../tests/painted-png.ts';
import { costOf, isLightDesign, isLightRow } from './cost.ts';

const many = (count: number, content: string) => Array.from({ length: count }, () => buildText(content));

describe('the cost of a design', () => {
  it('is light for every built-in template', () => {
    for (const { name, design } of builtInTemplates('es')) {
      const cost = costOf(design);
      expect([name, isLightDesign(cost), isLightRow(cost, buildRow())]).toEqual([name, true, true]);
    }
  });

  it.each([
    ['long texts with a variable', many(2, `{{fullName}} ${'word '.repeat(900)}`)],
    ['long texts without variables', many(10, 'word '.repeat(900))],
    ['very many texts', many(900, '{{fullName}}')],
    [
      'many QR codes',
      Array.from({ length: 20 }, (_, index) => ({
        ...{ type: 'qr' as const, id: `q${index}`, x: 0, y: 0, width: 90, height: 90 },
        content: '{{certificate.verifyUrl}}',
      })),
    ],
    [
      'long paths',
      [
        {
          ...{ type: 'path' as const, id: 'p', x: 0, y: 0, width: 90, height: 90 },
          ...{ d: `M0 0${'L1 1'.repeat(40_000)}`, viewBox: [0, 0, 1, 1] as [number, number, number, number] },
        },
      ],
    ],
    [
      'elements nested in groups',
      [
        {
          ...{ type: 'group' as const, id: 'g', x: 0, y: 0, width: 90, height: 90 },
          elements: many(2, `{{fullName}} ${'word '.repeat(900)}`),
        },
      ],
    ],
  ])('is heavy for %s', (_what, elements) => {
    expect(isLightDesign(costOf(buildDesign(elements)))).toBe(false);
  });

  it('does not count hidden elements', () => {
    const hidden = many(9, `{{fullName}} ${'word '.repeat(900)}`).map((text) => ({ ...text, hidden: true }));
    expect(isLightDesign(costOf(buildDesign(hidden)))).toBe(true);
  });
});

it('is heavy for a row with long values, in proportion to how often they are printed', () => {
  const cost = costOf(buildDesign(many(20, '{{custom.note}}')));
  expect(isLightDesign(cost)).toBe(true);
  expect(isLightRow(cost, buildRow({ custom: { note: 'x'.repeat(100) } }))).toBe(true);
  expect(isLightRow(cost, buildRow({ custom: { note: 'x'.repeat(1_000) } }))).toBe(false);
  expect(isLightRow(cost, buildRow({ student: { fullName: 'x'.repeat(100_000) } }))).toBe(false);
});

it('is heavy for a row with a large PNG or a very large JPEG of its own', () => {
  const cost = costOf(buildDesign([]));
  const lightWith = (photo: Uint8Array) => isLightRow(cost, buildRow({ images: { 'student.photo': photo } }));
  expect(lightWith(paintedPng(300, 400, () => [0, 0, 0]))).toBe(true);
  // A small file of many pixels.
  expect(lightWith(paintedPng(1_000, 1_000, () => [0, 0, 0]))).toBe(false);
  expect(lightWith(Buffer.alloc(4_000_000, 0xff))).toBe(true);
  expect(lightWith(Buffer.alloc(20_000_000, 0xff))).toBe(false);
});
