import { describe, expect, it } from 'vitest';
import { arabic, layout2, linesOf, sans, serif } from '../../tests/builders.ts';
import type { TextBox } from './layout.ts';
import { sourceOfCluster } from './place.ts';

const em = (face: typeof serif, value: number) => value / face.unitsPerEm;
const widthOf = (text: string, overrides: Partial<TextBox> = {}) =>
  layout2(text, { width: 10_000, ...overrides }).width;

describe('lines', () => {
  it('break after spaces, hyphens and zero-width spaces and not at no-break characters', () => {
    expect(linesOf(layout2('a well-known\u00a0fact', { width: 50 }))).toEqual([
      'a ',
      'well-',
      'known\u00a0fact',
    ]);
    expect(linesOf(layout2('one\u200btwo', { width: 40 }))).toEqual(['one', 'two']);
    expect(linesOf(layout2('one\u2060-two', { width: 40 }))).toEqual(['one-', 'two']);
  });

  it('break a URL after its slashes', () => {
    expect(linesOf(layout2('https://certs.example/c/7K3M9', { width: 150 }))).toEqual([
      'https://',
      'certs.example/c/',
      '7K3M9',
    ]);
  });

  it('break between ideographs, but not before closing or after opening punctuation', () => {
    const lines = linesOf(layout2('字字字字「字字」字字。字', { width: 100 }));
    expect(lines.every((line) => !/^[」。]/.test(line) && !/「$/.test(line))).toBe(true);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('break Thai, Lao, Khmer and Burmese between words', () => {
    expect(linesOf(layout2('มหาวิทยาลัยเชียงใหม่', { width: 150 }))).toEqual(['มหาวิทยาลัย', 'เชียงใหม่']);
    for (const text of ['ຂໍຢັ້ງຢືນວ່າ', 'សូមបញ្ជាក់ថា', 'အောင်မြင်စွာပြီးဆုံး']) {
      expect(linesOf(layout2(text, { width: 40 })).length).toBeGreaterThan(1);
    }
  });

  it('show a soft hyphen only at the end of a line', () => {
    expect(linesOf(layout2('certifi\u00adcate', { width: 300 }))).toEqual(['certificate']);
    const { lines } = layout2('certifi\u00adcate', { width: 70 });
    expect(linesOf({ lines } as never)).toEqual(['certifi\u2010', 'cate']);
    const hyphen = lines[0]?.pieces.at(-1);
    expect(hyphen?.source).toMatchObject({ start: 8, end: 8 });
    expect(lines[1]?.pieces[0]?.source).toMatchObject({ start: 8, end: 12 });
  });

  it('keep ligatures across an unused break opportunity', () => {
    const [piece] = layout2('of\u00adfice').lines[0]?.pieces ?? [];
    expect(piece?.run.glyphs).toHaveLength(4);
  });

  it('let only a word wider than the box overflow, start-aligned', () => {
    const layout = layout2('an incomprehensibility it is', { width: 80, align: 'right' });
    expect(linesOf(layout)).toEqual(['an ', 'incomprehensibility ', 'it is']);
    const [first, second] = layout.lines;
    expect(second?.x).toBe(0);
    expect(second?.width).toBeGreaterThan(80);
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(80, 6);
  });

  it('break a word wider than the box between grapheme clusters with `fit: break`', () => {
    const lines = linesOf(layout2('incomprehensibility', { width: 60, fit: 'break' }));
    expect(lines.join('')).toBe('incomprehensibility');
    expect(lines.length).toBeGreaterThan(1);
    const marked = linesOf(layout2('x\u0331'.repeat(30), { width: 60, fit: 'break' }));
    expect(marked.every((line) => line.startsWith('x'))).toBe(true);
  });

  it('let trailing white space hang without adding to their width', () => {
    const layout = layout2('one   two', { width: 45, align: 'right' });
    expect(linesOf(layout)).toEqual(['one   ', 'two']);
    const [line] = layout.lines;
    expect((line?.x ?? 0) + (line?.width ?? 0)).toBeCloseTo(45, 6);
    expect(line?.pieces.at(-1)?.x).toBeCloseTo(45, 6);
  });

  it('are justified between words and between ideographs, except the last', () => {
    for (const text of ['as it is set in a book to be read by all', '字'.repeat(60)]) {
      const layout = layout2(text, { width: 107, align: 'justify' });
      expect(layout.lines.length).toBeGreaterThan(2);
      for (const line of layout.lines.slice(0, -1)) {
        expect(line.width).toBeCloseTo(107, 6);
        const shown = line.pieces.filter((piece) => piece.run.text.trim() !== '');
        const last = shown.at(-1);
        expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(107, 4);
      }
      expect(layout.lines.at(-1)?.width).toBeLessThan(107);
    }
  });
});

describe('runs', () => {
  it('have their own face, size and colour on one baseline', () => {
    const { lines, styles } = layout2([
      {
        runs: [
          { text: 'to ' },
          { text: 'Ana', fontFamily: 'Sans', fontSize: 30, fill: '#ff0000' },
          { text: '!' },
        ],
      },
    ]);
    const pieces = lines[0]?.pieces.map(({ face, size, style, run }) => ({
      text: run.text,
      face: face.key,
      size,
      fill: styles[style]?.fill,
    }));
    expect(pieces).toEqual([
      { text: 'to ', face: serif.key, size: 20, fill: '#000000' },
      { text: 'Ana', face: sans.key, size: 30, fill: '#ff0000' },
      { text: '!', face: serif.key, size: 20, fill: '#000000' },
    ]);
  });

  it('keep letters joined and kerned when only the colour changes', () => {
    const [first, second] =
      layout2([{ runs: [{ text: 'محـ' }, { text: 'ـمد', fill: '#ff0000' }] }], {
        fontFamily: 'Arabic',
      }).lines[0]?.pieces ?? [];
    expect(first?.style).not.toBe(second?.style);
    const whole = layout2('محــمد', { fontFamily: 'Arabic' }).lines[0]?.pieces[0]?.run.glyphs.map(
      ({ id }) => id,
    );
    expect([...(first?.run.glyphs ?? []), ...(second?.run.glyphs ?? [])].map(({ id }) => id)).toEqual(whole);
    expect(layout2([{ runs: [{ text: 'A' }, { text: 'V', fill: '#ff0000' }] }]).width).toBeCloseTo(
      widthOf('AV'),
      9,
    );
  });

  it('keep Arabic letters joined across a change of face', () => {
    const joined = layout2([{ runs: [{ text: 'بب' }, { text: 'بب', fontSize: 30 }] }], {
      fontFamily: 'Arabic',
    });
    const ids = joined.lines[0]?.pieces.flatMap(({ run }) => run.glyphs.map(({ id }) => id));
    const whole = arabic.shape('بببب', { rightToLeft: true, script: 'Arab', ligatures: true }).glyphs;
    expect(ids).toEqual(whole.map(({ id }) => id));
  });

  it('change letter case by the rules of their language', () => {
    const cased = (text: string, letterCase: TextBox['letterCase'], locale: string) =>
      linesOf(layout2(text, { letterCase }, locale)).join('');
    expect(cased('istanbul', 'upper', 'tr')).toBe('İSTANBUL');
    expect(cased('istanbul', 'upper', 'en')).toBe('ISTANBUL');
    expect(cased('straße', 'upper', 'de')).toBe('STRASSE');
    expect(cased('άνθρωπος', 'upper', 'el')).toBe('ΑΝΘΡΩΠΟΣ');
    expect(cased('ΟΔΟΣ', 'lower', 'el')).toBe('οδος'.replace(/σ$/, 'ς'));
    expect(cased('jean-luc o’neil of 3rd ǆ', 'title', 'en')).toBe('Jean-Luc O’neil Of 3rd ǅ');
    expect(cased('ijsland', 'title', 'nl')).toBe('IJsland');
  });

  it('draw underlines and strikeouts with the metrics of their face', () => {
    const { lines } = layout2([
      {
        runs: [
          { text: 'to ' },
          { text: 'Ana Ruiz', underline: true, fill: '#ff0000' },
          { text: 'x', lineThrough: true },
        ],
      },
    ]);
    const { underlinePosition, underlineThickness, strikeoutPosition } = serif.metrics;
    const [line] = lines;
    const [under, through] = line?.decorations ?? [];
    const named = line?.pieces[1];
    expect(under).toMatchObject({ kind: 'underline', style: 1 });
    expect(under?.x).toBeCloseTo(named?.x ?? 0, 6);
    expect(under?.width).toBeCloseTo(named?.width ?? 0, 6);
    expect(under?.height).toBeCloseTo(20 * em(serif, underlineThickness), 6);
    expect(under?.y).toBeCloseTo((line?.baseline ?? 0) - 20 * em(serif, underlinePosition), 6);
    expect(through?.y).toBeCloseTo((line?.baseline ?? 0) - 20 * em(serif, strikeoutPosition), 6);
    expect(line?.decorations).toHaveLength(2);
  });

  it('have the ligatures of their language', () => {
    const glyphs = (locale: string) => layout2('Şefik', {}, locale).lines[0]?.pieces[0]?.run.glyphs.length;
    expect(glyphs('en')).toBe(4);
    expect(glyphs('tr')).toBe(5);
    const own = layout2([{ runs: [{ text: 'Şefik', language: 'tr' }] }]).lines[0]?.pieces[0]?.run.glyphs;
    expect(own).toHaveLength(5);
  });
});

describe('paragraphs', () => {
  it('have lines of line height × size, with half the leading above and below', () => {
    const { lines, height } = layout2('one\ntwo', { lineHeight: 1.5 });
    const [ascent, descent] = [em(serif, serif.metrics.ascent), -em(serif, serif.metrics.descent)];
    expect(lines.map(({ top }) => top)).toEqual([0, 30]);
    expect(lines.map((line) => line.height)).toEqual([30, 30]);
    expect(lines[0]?.baseline).toBeCloseTo(20 * ((1.5 - ascent - descent) / 2 + ascent), 6);
    expect(height).toBeCloseTo(60, 9);
  });

  it('have lines as high as their tallest run', () => {
    const { lines } = layout2([{ runs: [{ text: 'a' }, { text: 'b', fontSize: 40 }] }], { lineHeight: 1 });
    expect(lines[0]?.height).toBeCloseTo(40, 6);
    expect(layout2('', { fontSize: 12, lineHeight: 1 }).height).toBeCloseTo(12, 6);
    expect(layout2('\n\n', { lineHeight: 1 }).height).toBeCloseTo(60, 6);
  });

  it('have their own alignment, indent and space between them', () => {
    const { lines, height } = layout2(
      [
        { runs: [{ text: 'one' }], spaceBefore: 50, spaceAfter: 10 },
        { runs: [{ text: 'two' }], align: 'end', lineHeight: 2, spaceBefore: 5, spaceAfter: 50 },
      ],
      { lineHeight: 1 },
    );
    expect(lines.map(({ top }) => top)).toEqual([0, 35]);
    expect(height).toBeCloseTo(75, 6);
    expect((lines[1]?.x ?? 0) + (lines[1]?.width ?? 0)).toBeCloseTo(300, 6);
    const xs = (indent: number) => layout2('one two three', { width: 60, indent }).lines.map(({ x }) => x);
    expect(xs(15).slice(0, 2)).toEqual([15, 0]);
    expect(xs(-15).slice(0, 2)).toEqual([0, 15]);
  });

  it('put text that is aligned left or right at that side, whatever direction it has', () => {
    const x = (align: 'left' | 'right') =>
      layout2('محمد', { width: 400, align, fontFamily: 'Naskh' }).lines[0]!.x;
    expect(x('left')).toBe(0);
    expect(x('right')).toBeGreaterThan(200);
  });

  it('have the given direction or that of their first strong character', () => {
    const ends = (text: string, direction: TextBox['direction']) => {
      const [line] = layout2(text, { direction, align: 'start', fontFamily: 'Naskh' }).lines;
      return (line?.x ?? 0) === 0 ? 'left' : 'right';
    };
    expect([ends('Ana', 'auto'), ends('محمد', 'auto')]).toEqual(['left', 'right']);
    expect([ends('Ana', 'rtl'), ends('محمد', 'ltr')]).toEqual(['right', 'left']);
    // The second line of a paragraph has the direction of the first.
    const [, second] = layout2('محمد\nAna', { align: 'start', fontFamily: 'Naskh' }).lines;
    expect(second?.x).toBeGreaterThan(0);
  });

  it('order digits, brackets and Latin words among Arabic ones', () => {
    const [line] = layout2('محمد (Ana) 12 علي', { fontFamily: 'Naskh', align: 'start' }).lines;
    const order = line?.pieces.map(({ run }) => run.text.trim()).filter((text) => text !== '');
    expect(order).toEqual(['علي', '12', ')', 'Ana', '(', 'محمد']);
  });

  it('shrink all their font sizes in proportion', () => {
    const layout = layout2([{ runs: [{ text: 'certificate of ' }, { text: 'completion', fontSize: 40 }] }], {
      fit: 'shrink',
      maxLines: 1,
      width: 200,
      minFontSize: 5,
    });
    const [small, large] = layout.lines[0]?.pieces ?? [];
    expect(layout.fontSize).toBeLessThan(20);
    expect(small?.size).toBe(layout.fontSize);
    expect(large?.size).toBeCloseTo(2 * layout.fontSize, 9);
    expect(layout.width).toBeLessThanOrEqual(200 + 1e-6);
  });
});

describe('the source of placed pieces', () => {
  it('maps each cluster after NFC, letter case and removed controls', () => {
    const text = 'Jose\u0301 \ufeffstraße';
    const layout = layout2([{ runs: [{ text: 'to ' }, { text, letterCase: 'upper' }] }], {}, 'de');
    const [, piece] = layout.lines[0]?.pieces ?? [];
    expect(piece?.run.text).toBe('JOSÉ STRASSE');
    expect(piece?.source).toMatchObject({ paragraph: 0, run: 1, start: 0, end: text.length });
    const of = (index: number) => {
      if (!piece) throw new Error('nothing was placed');
      const { start, end } = sourceOfCluster(piece, piece.run.glyphs[index]?.cluster ?? -1);
      return text.slice(start, end);
    };
    expect([of(0), of(3), of(4), of(5)]).toEqual(['J', 'e\u0301', ' ', 's']);
    expect([of(9), of(10), of(11)]).toEqual(['ß', 'ß', 'e']);
  });

  it('covers the text of each run without gaps over all lines', () => {
    const runs = [
      { text: 'a course in ' },
      { text: 'hospital pharmacy', fill: '#ff0000' },
      { text: ' and محمد 12 more' },
    ];
    const layout = layout2([{ runs }], { width: 90, fontFamily: 'Naskh' });
    const pieces = layout.lines.flatMap((line) => line.pieces);
    for (const [run, { text }] of runs.entries()) {
      const ranges = pieces.filter(({ source }) => source.run === run).map(({ source }) => source);
      ranges.sort((a, b) => a.start - b.start);
      expect(ranges.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    }
  });

  it('reports the index of the run that has a problem', () => {
    const { problems } = layout2([
      { runs: [{ text: 'fine' }] },
      { runs: [{ text: 'fine' }, { text: 'Li 王' }, { text: '\ud800' }] },
    ]);
    expect(problems).toEqual([
      { problem: { code: 'glyph_missing', character: '王' }, text: 2 },
      { problem: { code: 'script_unsupported', character: 'U+D800', script: 'unknown' }, text: 3 },
      { problem: { code: 'glyph_missing', character: 'U+D800' }, text: 3 },
    ]);
  });
});

describe('bad input', () => {
  const inTime = (text: string, overrides: Partial<TextBox> = {}) => {
    layout2(text, overrides);
    const start = process.cpuUsage();
    const { problems } = layout2(`${text} `, overrides);
    const { user, system } = process.cpuUsage(start);
    return { problems: problems.map(({ problem }) => problem.code), time: (user + system) / 1_000 };
  };
  // In ms of CPU time. Measured at 0 to 30 ms; the bound allows for a busy machine.
  const bound = 1_000;

  it('is rejected with its error code, in bounded time', () => {
    const cluster = inTime(`a${'\u0301'.repeat(19_999)}`);
    expect(cluster).toMatchObject({ problems: ['text_too_complex'] });
    const nested = inTime(`${'\u2067'.repeat(500)}a${'\u2069'.repeat(500)}`);
    expect(nested).toMatchObject({ problems: ['text_too_complex'] });
    const unassigned = inTime('\u{50005}'.repeat(9_999));
    expect(new Set(unassigned.problems)).toEqual(new Set(['script_unsupported', 'glyph_missing']));
    const surrogates = inTime('\udc00'.repeat(20_000));
    expect(surrogates.problems.length).toBeLessThan(10);
    for (const { time } of [cluster, nested, unassigned, surrogates]) expect(time).toBeLessThan(bound);
  });

  it('of 20,000 characters is laid out in bounded time', () => {
    for (const text of ['x'.repeat(20_000), 'ب'.repeat(20_000), 'a-'.repeat(10_000), 'سلام '.repeat(4_000)]) {
      const { time } = inTime(text, { fontFamily: 'Naskh', fit: 'break' });
      expect(time).toBeLessThan(bound);
    }
  });
});
