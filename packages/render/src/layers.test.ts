import { describe, expect, it } from 'vitest';
import { buildDesign, buildText } from '../tests/builders.ts';
import { layersOf } from './layers.ts';

const fixed = (id: string, x: number) => ({ type: 'rectangle' as const, id, x, y: 0, width: 50, height: 50 });
const variable = (id: string, x: number) =>
  buildText('{{fullName}}', { id, x, y: 0, width: 50, height: 50, fontSize: 10, fit: 'clip' });

function layered(elements: Parameters<typeof buildDesign>[0]): string[] {
  const page = buildDesign(elements).pages[0];
  return page
    ? layersOf(page).map(({ kind, elements: of }) => `${kind}: ${of.map(({ id }) => id).join(' ')}`)
    : [];
}

describe('layersOf', () => {
  it('returns two layers when no static element overlaps a variable element below it', () => {
    expect(layered([fixed('a', 0), variable('v', 0), fixed('b', 200), variable('w', 100)])).toEqual([
      'static: a b',
      'variable: v w',
    ]);
  });

  it('keeps a static element above the variable element it overlaps', () => {
    expect(layered([variable('v', 0), fixed('a', 30), fixed('b', 200)])).toEqual([
      'variable: v',
      'static: a b',
    ]);
    expect(layered([variable('v', 0), fixed('a', 30), variable('w', 200), fixed('b', 100)])).toEqual([
      'variable: v',
      'static: a b',
      'variable: w',
    ]);
  });

  it('treats a text that may overflow its box as overlapping everything', () => {
    expect(layered([buildText('{{fullName}}', { id: 'v', fit: 'wrap' }), fixed('a', 390)])).toEqual([
      'variable: v',
      'static: a',
    ]);
  });

  it('treats a group that contains a variable as variable, and skips hidden elements', () => {
    const group = {
      type: 'group' as const,
      id: 'g',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      elements: [variable('v', 0)],
    };
    expect(
      layered([group, { ...variable('w', 0), hidden: true }, { ...fixed('a', 0), hidden: true }]),
    ).toEqual(['variable: g']);
  });
});
