import type { DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { catalogueFamilies } from '@sello/design/fonts';
import { describe, expect, it } from 'vitest';
import { closestFamily, importTemplate, withFamilies } from '../index.ts';

const here = [...catalogueFamilies.keys()];

describe('the closest family', () => {
  it.each([
    ['Times New Roman', 'Source Serif 4'],
    ['Georgia', 'Source Serif 4'],
    ['Arial', 'Source Sans 3'],
    ['Open Sans', 'Source Sans 3'],
    ['Century Gothic', 'Source Sans 3'],
    ['Nobody Has This', 'Source Sans 3'],
    ['Brush Script MT', 'Great Vibes'],
    ['newsreader', 'Newsreader'],
    ['Courier New', 'Source Sans 3'],
  ])('of %s is %s', (wanted, closest) => {
    expect(closestFamily(wanted, here)).toBe(closest);
  });

  it('of one of fixed width is one that the organization has', () => {
    expect(closestFamily('Courier New', [...here, 'House Mono'])).toBe('House Mono');
  });
});

it('is set in runs, tables and groups, and everything else stays', () => {
  const box = { x: 0, y: 0, width: 90, height: 9 };
  const text = {
    ...{ ...box, type: 'text', id: 't', fontFamily: 'Arial', fontSize: 9, fill: '#000000' },
    paragraphs: [{ runs: [{ text: 'Arial', fontFamily: 'Times New Roman' }, { text: 'b' }] }],
  };
  const table = { ...kindOf({ type: 'table' } as DesignElement).sample('a'), fontFamily: 'Arial' };
  const group = { ...box, type: 'group', id: 'g', elements: [text] };
  const plain = { ...box, type: 'rectangle', id: 'r' };
  const read = importTemplate(
    JSON.stringify({
      version: 2,
      pages: [{ id: 'p', width: 400, height: 300, elements: [group, table, plain] }],
    }),
  );
  if (!read.ok) throw new Error(JSON.stringify(read));
  const { design } = read.template;
  const changed = withFamilies(design, new Map([['Arial', 'Source Sans 3']]));
  expect(changed.pages[0]!.elements).toMatchObject([
    {
      elements: [
        {
          fontFamily: 'Source Sans 3',
          paragraphs: [{ runs: [{ text: 'Arial', fontFamily: 'Times New Roman' }, { text: 'b' }] }],
        },
      ],
    },
    { fontFamily: 'Source Sans 3' },
    {},
  ]);
  expect(changed.pages[0]!.elements[2]).toBe(design.pages[0]!.elements[2]);
});
