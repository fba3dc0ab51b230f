import { describe, expect, it } from 'vitest';
import { defineDesign } from './document.ts';
import { hasSealPaint, inSealColor, ownColorOf, sealPaint } from './seal-paint.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const design = defineDesign({
  version: 2,
  pages: [
    {
      ...{ id: 'page', width: 300, height: 200, background: { color: 'seal:#fffefa' } },
      elements: [
        { type: 'rectangle', id: 'plain', ...box, fill: '#112233' },
        {
          ...{ type: 'group', id: 'group', ...box },
          elements: [
            {
              type: 'path',
              id: 'wafer',
              ...box,
              d: 'M0 0',
              viewBox: [0, 0, 1, 1],
              fill: sealPaint('#c2401c'),
            },
          ],
        },
        {
          ...{
            type: 'text',
            id: 'text',
            ...box,
            name: 'seal:#c2401c',
            fontFamily: 'Newsreader',
            fontSize: 9,
          },
          paragraphs: [{ runs: [{ text: 'seal:#c2401c', fill: 'seal:#C2401C' }] }],
        },
      ],
    },
  ],
});

describe('seal paints', () => {
  it('are the colour of the organization, or without one that of the design, and no words are', () => {
    const [page] = inSealColor(design, '#1f4b3a').pages;
    expect(page?.background.color).toBe('#1f4b3a');
    expect(JSON.stringify(page?.elements)).not.toContain('"fill":"seal:');
    expect(page?.elements).toMatchObject([
      { fill: '#112233' },
      { elements: [{ fill: '#1f4b3a' }] },
      { name: 'seal:#c2401c', paragraphs: [{ runs: [{ text: 'seal:#c2401c', fill: '#1f4b3a' }] }] },
    ]);
    expect(inSealColor(design).pages[0]).toMatchObject({
      background: { color: '#fffefa' },
      elements: [{}, { elements: [{ fill: '#c2401c' }] }, { paragraphs: [{ runs: [{ fill: '#C2401C' }] }] }],
    });
  });

  it('are resolved once: the same part stays the same object', () => {
    expect(inSealColor(design, '#1f4b3a')).toBe(inSealColor(design, '#1f4b3a'));
    expect(inSealColor(design, '#1f4b3a').pages[0]?.elements[0]).toBe(design.pages[0]?.elements[0]);
    const [plain] = design.pages[0]!.elements;
    expect([hasSealPaint(design), hasSealPaint(plain!), inSealColor(plain!)]).toEqual([true, false, plain]);
    expect([ownColorOf('seal:#c2401c'), ownColorOf('#c2401c'), ownColorOf(null)]).toEqual([
      '#c2401c',
      undefined,
      undefined,
    ]);
  });
});
