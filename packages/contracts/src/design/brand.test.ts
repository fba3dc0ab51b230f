import { expect, it } from 'vitest';
import { design } from '../design.ts';
import { brandOf } from './brand.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const text = (id: string, words: string, more: object = {}) => ({
  ...{ type: 'text', id, ...box, fontFamily: 'Newsreader', fontSize: 10, fill: '#1C1A17' },
  ...{ paragraphs: [{ runs: [{ text: words, ...more }] }] },
});

it('finds the colours and families of a design, those of most elements first, and none in its words', () => {
  const drawn = design.parse({
    version: 2,
    pages: [
      {
        ...{ id: 'page', width: 842, height: 595, background: { color: '#fffefa' } },
        elements: [
          text('a', '#00ff00'),
          text('b', 'words', { fill: '#C2401C', fontFamily: 'Great Vibes' }),
          {
            ...{ type: 'group', id: 'g', ...box },
            elements: [
              { type: 'rectangle', id: 'r', ...box, name: '#00ff00', fill: '#c2401c', stroke: '#1c1a17' },
            ],
          },
        ],
      },
    ],
  });
  expect(brandOf(drawn)).toEqual({
    colors: ['#1c1a17', '#c2401c', '#fffefa'],
    families: ['Newsreader', 'Great Vibes'],
  });
});
