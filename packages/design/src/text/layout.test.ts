import { describe, expect, it } from 'vitest';
import { arabic, buildBox as box, fonts, serif } from '../../tests/builders.ts';
import type { Fonts } from './face.ts';
import { layoutText, type TextBox, type TextLayout } from './layout.ts';

const layoutPlain = (of: TextBox, text: string, from: Fonts) =>
  layoutText({ ...of, paragraphs: [{ runs: [{ text }] }] }, from, { locale: 'en' });

const problemsOf = ({ problems }: TextLayout) => problems.map(({ problem }) => problem);
const linesOf = (layout: TextLayout) =>
  layout.lines.map((line) => line.pieces.map((piece) => piece.run.text).join(''));
const widthOf = (text: string, overrides: Partial<TextBox> = {}) =>
  layoutPlain(box({ width: 10_000, ...overrides }), text, fonts).width;

describe('layoutText', () => {
  it('breaks greedily at spaces, which hang', () => {
    const layout = layoutPlain(box({ width: 120 }), 'a course in hospital pharmacy', fonts);
    expect(linesOf(layout)).toEqual(['a course in ', 'hospital ', 'pharmacy']);
    for (const line of layout.lines) expect(line.width).toBeLessThanOrEqual(120);
  });

  it('starts a new line at LF, CR and CRLF and keeps empty lines', () => {
    expect(linesOf(layoutPlain(box(), 'one\r\n\ntwo\rthree', fonts))).toEqual(['one', '', 'two', 'three']);
  });

  it('does not break a word wider than the box and reports the wider text', () => {
    const layout = layoutPlain(box({ width: 30 }), 'incomprehensibilities', fonts);
    expect(layout.lines).toHaveLength(1);
    expect(layout.width).toBeGreaterThan(30);
  });

  it('kerns pairs and forms ligatures, but no ligatures in letter-spaced text', () => {
    expect(widthOf('AVAVAV')).toBeLessThan(
      6 * Math.min(widthOf('A'), widthOf('V')) + 3 * Math.abs(widthOf('A') - widthOf('V')),
    );
    const [plain] = layoutPlain(box(), 'office', fonts).lines;
    const [spaced] = layoutPlain(box({ charSpacing: 50 }), 'office', fonts).lines;
    expect(plain?.pieces[0]?.run.glyphs).toHaveLength(4);
    expect(spaced?.pieces[0]?.run.glyphs).toHaveLength(6);
  });

  it('adds letter spacing after each character except the last of a line', () => {
    const plain = widthOf('nnnn');
    expect(widthOf('nnnn', { charSpacing: 100 })).toBeCloseTo(plain + 3 * 0.1 * 20, 6);
  });

  it('aligns text left, centred and right within its box', () => {
    const at = (align: TextBox['align']) =>
      layoutPlain(box({ align }), 'name', fonts).lines[0]?.x ?? Number.NaN;
    const width = widthOf('name');
    expect(at('left')).toBe(0);
    expect(at('center')).toBeCloseTo((300 - width) / 2, 6);
    expect(at('right')).toBeCloseTo(300 - width, 6);
  });

  it('aligns text at the top, middle or bottom of its box', () => {
    const top = (verticalAlign: TextBox['verticalAlign']) =>
      layoutPlain(box({ verticalAlign, lineHeight: 1.2 }), 'name', fonts).lines[0]?.baseline ?? Number.NaN;
    expect(top('middle') - top('top')).toBeCloseTo((100 - 20 * 1.2) / 2, 6);
    expect(top('bottom') - top('top')).toBeCloseTo(100 - 20 * 1.2, 6);
  });

  it('shrinks in steps of a quarter point to the largest size that fits', () => {
    const shrink = { fit: 'shrink', maxLines: 1, height: 60, fontSize: 43, minFontSize: 20 } as const;
    const layout = layoutPlain(box({ ...shrink, width: 400 }), 'Lucía Fernanda Quispe Mamani', fonts);
    expect(layout.fontSize).toBeLessThan(43);
    expect(layout.fontSize * 4).toBe(Math.round(layout.fontSize * 4));
    expect(layout.width).toBeLessThanOrEqual(400 + 1e-6);
    expect(widthOf('Lucía Fernanda Quispe Mamani', { fontSize: layout.fontSize + 0.25 })).toBeGreaterThan(
      400,
    );
    expect(layoutPlain(box({ ...shrink, width: 400 }), 'Ana Ruiz', fonts).fontSize).toBe(43);
  });

  it('reports the minimum size when the text does not fit at it', () => {
    const tight = box({ fit: 'shrink', width: 40, height: 30, fontSize: 20, minFontSize: 14, maxLines: 1 });
    expect(problemsOf(layoutPlain(tight, 'Maria Antónia da Conceição', fonts))).toEqual([
      { code: 'text_does_not_fit', minSize: 14 },
    ]);
  });

  it('wraps a shrinking text to as many lines as the box holds', () => {
    const layout = layoutPlain(
      box({ fit: 'shrink', width: 200, height: 60 }),
      'a course in hospital pharmacy',
      fonts,
    );
    expect(layout.fontSize).toBe(20);
    expect(layout.lines.length).toBe(2);
  });

  it('uses the fallback face for characters that the first face lacks', () => {
    const layout = layoutPlain(box(), 'Δelta Дa', fonts);
    const faces = layout.lines[0]?.pieces.map((piece) => [
      piece.run.text,
      piece.face === serif ? 'serif' : 'sans',
    ]);
    expect(faces).toEqual([
      ['Δ', 'sans'],
      ['elta ', 'serif'],
      ['Д', 'sans'],
      ['a', 'serif'],
    ]);
  });

  it('normalizes to NFC and removes control characters', () => {
    const layout = layoutPlain(box(), 'Jose\u0301\u0007 \ufeffRuiz', fonts);
    expect(linesOf(layout)).toEqual(['José Ruiz']);
    expect(layout.problems).toEqual([]);
  });

  it('reports a character that no font covers, and an unsupported script', () => {
    expect(problemsOf(layoutPlain(box(), 'Li 王', fonts))).toEqual([
      { code: 'glyph_missing', character: '王' },
    ]);
    expect(problemsOf(layoutPlain(box(), 'party 🎉', fonts))).toEqual([
      { code: 'glyph_missing', character: '🎉' },
    ]);
    expect(problemsOf(layoutPlain(box(), 'ᠮᠣᠩᠭᠣᠯ', fonts))[0]).toMatchObject({
      code: 'script_unsupported',
      character: 'ᠮ',
    });
  });

  it('joins Arabic letters and orders right-to-left words from the right', () => {
    const layout = layoutPlain(box({ fontFamily: 'Naskh' }), 'محمد علي', fonts);
    expect(layout.problems).toEqual([]);
    const words = layout.lines[0]?.pieces.filter((piece) => piece.run.text.trim() !== '') ?? [];
    expect(words.map((piece) => piece.run.text)).toEqual(['علي', 'محمد']);
    const isolated = arabic.shape('م', { rightToLeft: true, script: 'Arab', ligatures: true });
    const joined = words[1]?.run.glyphs.at(-1)?.id;
    expect(joined).not.toBe(isolated.glyphs[0]?.id);
  });

  it('orders Latin text and digits within a right-to-left line by the bidirectional algorithm', () => {
    const layout = layoutPlain(box({ fontFamily: 'Naskh' }), 'محمد Ana 12', fonts);
    const order = layout.lines[0]?.pieces.map((piece) => piece.run.text).filter((text) => text.trim() !== '');
    expect(order?.map((text) => text.trim())).toEqual(['Ana 12', 'محمد']);
  });

  it('throws for an unknown family', () => {
    expect(() => layoutPlain(box({ fontFamily: 'Nowhere' }), 'x', fonts)).toThrow(RangeError);
  });
});
