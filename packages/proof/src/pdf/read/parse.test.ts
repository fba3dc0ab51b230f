import { describe, expect, it } from 'vitest';
import { Budget, defaultLimits, PdfFault } from './budget.ts';
import { Parser } from './parse.ts';
import { dateOf, textOf } from './text.ts';
import { PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from './values.ts';

const parse = (text: string, maxDepth = 10): PdfValue => {
  const bytes = Buffer.from(text, 'latin1');
  return new Parser(bytes, new Budget({ ...defaultLimits, maxDepth }, bytes.length)).value();
};
const textIn = (text: string) => textOf(Buffer.from(text, 'latin1'), parse(text));

describe('an object of a PDF', () => {
  it.each<[string, PdfValue]>([
    ['null', null],
    ['true', true],
    ['false', false],
    ['12', 12],
    ['-7', -7],
    ['+.5', 0.5],
    ['4.', 4],
    ['% remark\n 3', 3],
    ['/Name#20x', new PdfName('Name x')],
    ['[1 2 0 R 3 4]', [1, new PdfRef(2, 0), 3, 4]],
    ['[0 1 2 3]', [0, 1, 2, 3]],
    ['<41 42>', new PdfString(0, 7, true)],
    ['(a(b)\\)c)', new PdfString(0, 9, false)],
    [
      '<</A/B/C[<<>>]>>',
      new PdfDict(
        new Map<string, PdfValue>([
          ['A', new PdfName('B')],
          ['C', [new PdfDict(new Map(), false)]],
        ]),
        false,
      ),
    ],
  ])('is read from %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it('is ambiguous when a key occurs twice, also in another spelling', () => {
    expect(parse('<</A 1 /#41 2>>')).toMatchObject({ isAmbiguous: true });
  });

  it.each([
    '',
    '[',
    '<<',
    '<</A',
    '<</A 1',
    '<</A 1>',
    '<41',
    '(a',
    'nul',
    'nullx',
    '1.2.3',
    ')',
    '<<1 2>>',
    '--',
  ])('is refused from %j', (text) => {
    expect(() => parse(text)).toThrow(PdfFault);
  });

  it('is refused beyond the allowed depth', () => {
    expect(parse('[[[]]]', 2)).toEqual([[[]]]);
    expect(() => parse('[[[[]]]]', 2)).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });
});

describe('a text string', () => {
  it.each([
    ['(a\\(b\\)\\\\)', 'a(b)\\'],
    ['(\\101\\n\\\nB)', 'A\nB'],
    ['<FEFF00C100F1>', 'Áñ'],
    ['<EFBBBFC391>', 'Ñ'],
    ['<4>', '@'],
  ])('is read from %s', (written, text) => {
    expect(textIn(written)).toBe(text);
  });
});

describe('a date', () => {
  it.each([
    ['(D:20261120060441Z)', '2026-11-20T06:04:41.000Z'],
    ["(D:20261120060441-05'00')", '2026-11-20T11:04:41.000Z'],
    ["(D:20261120060441+05'30)", '2026-11-20T00:34:41.000Z'],
    ['(D:2026)', '2026-01-01T00:00:00.000Z'],
  ])('is read from %s', (written, moment) => {
    expect(dateOf(Buffer.from(written), parse(written))?.toISOString()).toBe(moment);
  });

  it.each(['(2026)', '(D:20261399)', '(D:yesterday)', '(D:20261120 060441)'])(
    'is not read from %s',
    (written) => {
      expect(dateOf(Buffer.from(written), parse(written))).toBeUndefined();
    },
  );
});
