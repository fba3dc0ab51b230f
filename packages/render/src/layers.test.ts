import { describe, expect, it } from 'vitest';
import { buildDesign, buildText } from '../tests/builders.ts';
import { layersOf } from './layers.ts';

const fixed = (id: string, x: number) => ({ type: 'rectangle' as const, id, x, y: 0, width: 50, height: 50 });
const varying = (id: string, x: number) =>
  buildText('{{fullName}}', { id, x, y: 0, width: 50, height: 50, fontSize: 10, fit: 'clip' });

function layered(elements: Parameters<typeof buildDesign>[0]): string[] {
  const page = buildDesign(elements).pages[0];
  return page
    ? layersOf(page).map(({ kind, elements: of }) => `${kind}: ${of.map(({ id }) => id).join(' ')}`)
    : [];
}

describe('layersOf', () => {
  it('needs two layers when nothing static touches a variable element below it', () => {
    expect(layered([fixed('a', 0), varying('v', 0), fixed('b', 200), varying('w', 100)])).toEqual([
      'static: a b',
      'variable: v w',
    ]);
  });

  it('keeps a static element above the variable one it touches', () => {
    expect(layered([varying('v', 0), fixed('a', 30), fixed('b', 200)])).toEqual([
      'variable: v',
      'static: a b',
    ]);
    expect(layered([varying('v', 0), fixed('a', 30), varying('w', 200), fixed('b', 100)])).toEqual([
      'variable: v',
      'static: a b',
      'variable: w',
    ]);
  });

  it('takes a text that may run out of its box for one that touches everything', () => {
    expect(layered([buildText('{{fullName}}', { id: 'v', fit: 'wrap' }), fixed('a', 390)])).toEqual([
      'variable: v',
      'static: a',
    ]);
  });

  it('counts a group with a variable inside as variable, and leaves hidden elements out', () => {
    const group = {
      type: 'group' as const,
      id: 'g',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      elements: [varying('v', 0)],
    };
    expect(
      layered([group, { ...varying('w', 0), hidden: true }, { ...fixed('a', 0), hidden: true }]),
    ).toEqual(['variable: g']);
  });
});
