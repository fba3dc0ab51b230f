import type { TextContent } from '@sello/contracts';
import { defineDesign, layoutText, type TextBox } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { bundledFonts } from '../../../../../packages/render/tests/builders.ts';
import type { Position } from '../../model/index.ts';
import { caretIn, type LaidText, positionIn, rangesIn } from './geometry.ts';

const fonts = await bundledFonts();

/** A text of one run for each paragraph, in a box 100 points wide. */
function laid(texts: readonly string[], overrides: object = {}): LaidText {
  const paragraphs: TextContent['paragraphs'] = texts.map((text) => ({ runs: [{ text }] }));
  const box = { type: 'text', id: 't', x: 0, y: 0, width: 100, height: 100, paragraphs };
  const element = { ...box, fontFamily: 'Newsreader', fontSize: 10, ...overrides };
  const design = defineDesign({
    version: 2,
    pages: [{ id: 'p', width: 200, height: 200, elements: [element as never] }],
  });
  const text = design.pages[0]!.elements[0] as unknown as TextBox;
  return { layout: layoutText(text, fonts, design), paragraphs: text.paragraphs };
}

const at = (offset: number, paragraph = 0): Position => ({ paragraph, offset });
const caret = (text: LaidText, position: Position) => caretIn(text, position)!;

describe('the caret', () => {
  it('stands between the letters of a ligature', () => {
    const text = laid(['office']);
    const xs = [0, 1, 2, 3, 4, 5, 6].map((offset) => caret(text, at(offset)).x);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect(new Set(xs.map((x) => x.toFixed(3))).size).toBe(7);
    expect(xs[6]).toBeCloseTo(text.layout.lines[0]!.width, 6);
  });

  it('stands at the end of the upper line upstream, else at the start of the lower', () => {
    const text = laid(['Farmacia hospitalaria y clínica']);
    const wrap = text.layout.lines[1]!.source.offset;
    const [above, below] = [caret(text, { ...at(wrap), affinity: 'upstream' }), caret(text, at(wrap))];
    expect(above.y).toBeLessThan(below.y);
    expect(above.x).toBeGreaterThan(40);
    expect(below.x).toBe(0);
  });

  it('stands in lines and paragraphs without letters', () => {
    const text = laid(['a\n\nb', '', 'c'], { align: 'center' });
    const ys = [at(0), at(2), at(3), at(0, 1), at(0, 2)].map((position) => caret(text, position).y);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    expect(new Set(ys).size).toBe(5);
    expect(caret(text, at(0, 1)).x).toBe(50);
  });

  it('goes from right to left in Hebrew, and from left to right in its numbers', () => {
    const text = laid(['שלום 12']);
    const xs = [0, 1, 2, 3, 4].map((offset) => caret(text, at(offset)).x);
    expect(xs).toEqual([...xs].sort((a, b) => b - a));
    expect(caret(text, at(6)).x).toBeGreaterThan(caret(text, at(5)).x);
  });

  it('stands by the source where letters were changed: ß as SS, é of two characters', () => {
    const upper = laid(['aßb'], { letterCase: 'upper' });
    expect(caret(upper, at(2)).x - caret(upper, at(1)).x).toBeGreaterThan(9);
    const composed = laid(['ae\u0301b']);
    expect(caret(composed, at(3)).x).toBeGreaterThan(caret(composed, at(1)).x);
    expect(caret(composed, at(4)).x).toBeCloseTo(composed.layout.lines[0]!.width, 6);
  });
});

describe('a point', () => {
  it('finds the place that its caret comes from, in every line', () => {
    for (const text of [laid(['Farmacia hospitalaria', 'y\nclínica']), laid(['שלום עולם גדול'])]) {
      for (const [paragraph, { runs }] of text.paragraphs.entries()) {
        for (let offset = 0; offset <= runs[0]!.text.length; offset += 1) {
          const { x, y, height } = caret(text, at(offset, paragraph));
          const found = positionIn(text, { x, y: y + height / 2 })!;
          expect([found.paragraph, found.offset]).toEqual([paragraph, offset]);
        }
      }
    }
  });
});

describe('a range', () => {
  it('is one area in a line, and one for each line that it crosses', () => {
    const text = laid(['Farmacia hospitalaria y clínica', 'x']);
    expect(rangesIn(text, at(0), at(8))).toHaveLength(1);
    expect(rangesIn(text, at(0), at(1, 1))).toHaveLength(text.layout.lines.length);
    expect(rangesIn(text, at(3), at(3))).toEqual([]);
  });

  it('is two areas where its ends read in different directions', () => {
    const text = laid(['abc שלום'], { width: 200 });
    expect(rangesIn(text, at(1), at(6))).toHaveLength(2);
  });

  it('is the same whichever end comes first', () => {
    const text = laid(['Farmacia', 'hospitalaria']);
    expect(rangesIn(text, at(4, 1), at(2))).toEqual(rangesIn(text, at(2), at(4, 1)));
  });
});
