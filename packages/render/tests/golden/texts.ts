import { box, boxCases, type GoldenCases, shows, type Values, writes } from './case.ts';

const hebrew = 'שלום עולם';
const long = 'Certificate of the international examination in applied accounting, with distinction';

/** One paragraph whose second run has these values. */
const styled = (own: Values): Values => ({
  paragraphs: [{ runs: [{ text: 'Ana Ruiz passed ' }, { text: 'with merit', ...own }] }],
});
const paragraph = (text: string, own: Values = {}): Values => ({
  paragraphs: [{ runs: [{ text }], ...own }],
});
/** Three paragraphs, the second of which has these values. */
const three = (own: Values = {}): Values => ({
  paragraphs: ['Ana Ruiz', 'passed', 'with merit'].map((text, index) => ({
    runs: [{ text }],
    ...(index === 1 && own),
  })),
});
const two = (own: Values = {}): Values => ({
  paragraphs: [
    { runs: [{ text: 'Ana Ruiz passed' }], ...own },
    { runs: [{ text: 'with merit in the examination' }], ...own },
  ],
});

export const textSample = (type: 'text' | 'signature'): Values => ({
  ...{ ...box, type, id: 'sample', fontFamily: 'Source Sans 3', fontSize: 12, fill: '#1c1a17' },
  ...(type === 'signature'
    ? { paragraphs: [{ runs: [{ text: '{{signature.name}} passed ' }, { text: 'with merit' }] }] }
    : styled({})),
});

const runCases: GoldenCases = {
  'paragraphs.runs.text': shows({ paragraphs: [{ runs: [{ text: 'Ana Ruiz ' }, { text: 'came\nfirst' }] }] }),
  'paragraphs.runs.fontFamily': shows(styled({ fontFamily: 'Great Vibes' }), styled({})),
  'paragraphs.runs.fontWeight': shows(styled({ fontWeight: 800 }), styled({})),
  'paragraphs.runs.italic': shows(styled({ italic: true }), styled({})),
  'paragraphs.runs.fontSize': shows(styled({ fontSize: 20 }), styled({})),
  'paragraphs.runs.fill': shows(styled({ fill: '#c81e1e' }), styled({})),
  'paragraphs.runs.underline': shows(styled({ underline: true }), styled({})),
  'paragraphs.runs.lineThrough': shows(styled({ lineThrough: true }), styled({})),
  'paragraphs.runs.letterCase none': shows(styled({ letterCase: 'none' }), {
    ...styled({}),
    letterCase: 'upper',
  }),
  'paragraphs.runs.letterCase upper': shows(styled({ letterCase: 'upper' }), styled({})),
  'paragraphs.runs.letterCase lower': shows(styled({ letterCase: 'lower' }), {
    ...styled({}),
    letterCase: 'upper',
  }),
  'paragraphs.runs.letterCase title': shows(styled({ letterCase: 'title' }), styled({})),
  'paragraphs.runs.charSpacing': shows(styled({ charSpacing: 300 }), styled({})),
  // In Turkish the capital of i has a dot.
  'paragraphs.runs.language': shows(styled({ language: 'tr' }), { ...styled({}), letterCase: 'upper' }),
};

const paragraphCases: GoldenCases = {
  'paragraphs.align start': shows(three({ align: 'start' }), { ...three(), align: 'end' }),
  'paragraphs.align end': shows(three({ align: 'end' }), three()),
  'paragraphs.align left': shows(three({ align: 'left' }), { ...three(), align: 'end' }),
  'paragraphs.align center': shows(three({ align: 'center' }), three()),
  'paragraphs.align right': shows(three({ align: 'right' }), three()),
  'paragraphs.align justify': shows(paragraph(long, { align: 'justify' }), {
    ...paragraph(long),
    fontSize: 10,
  }),
  'paragraphs.direction auto': shows(three({ direction: 'auto' }), { ...three(), direction: 'rtl' }),
  'paragraphs.direction ltr': shows(three({ direction: 'ltr' }), { ...three(), direction: 'rtl' }),
  'paragraphs.direction rtl': shows(three({ direction: 'rtl' }), three()),
  'paragraphs.lineHeight': shows(three({ lineHeight: 2 }), three()),
  'paragraphs.indent': shows(three({ indent: 25 }), three()),
  'paragraphs.spaceBefore': shows(three({ spaceBefore: 14 }), three()),
  'paragraphs.spaceAfter': shows(three({ spaceAfter: 14 }), three()),
};

/** The cases of texts and signatures, which have the same content. */
export const contentCases: GoldenCases = {
  ...boxCases(
    { paragraphs: [{ runs: [{ text: 'Grade {{custom.none}}' }] }] },
    { align: 'end', verticalAlign: 'bottom' },
  ),
  ...runCases,
  ...paragraphCases,
  fontFamily: shows({ fontFamily: 'Great Vibes' }),
  fontWeight: shows({ fontWeight: 800 }),
  italic: shows({ italic: true }),
  fontSize: shows({ fontSize: 17 }),
  fill: shows({ fill: '#c81e1e' }),
  underline: shows({ underline: true }),
  lineThrough: shows({ lineThrough: true }),
  'letterCase upper': shows({ letterCase: 'upper' }),
  'letterCase lower': shows({ letterCase: 'lower' }),
  'letterCase title': shows({ letterCase: 'title' }),
  charSpacing: shows({ charSpacing: 300 }),
  language: shows({ language: 'tr' }, { letterCase: 'upper' }),
  'align end': shows({ align: 'end' }),
  'align left': shows({ align: 'left' }, { ...paragraph(hebrew) }),
  'align right': shows({ align: 'right' }),
  'align center': shows({ align: 'center' }),
  'align justify': shows({ align: 'justify' }, { ...paragraph(long), fontSize: 10 }),
  'direction ltr': shows({ direction: 'ltr' }, paragraph(`${hebrew} 2026 Ruiz`)),
  'direction rtl': shows({ direction: 'rtl' }, paragraph('Ana Ruiz, 2026!')),
  lineHeight: shows({ lineHeight: 2 }),
  indent: shows({ indent: 25 }),
  spaceBefore: shows({ spaceBefore: 14 }, two()),
  spaceAfter: shows({ spaceAfter: 14 }, two()),
  'verticalAlign middle': shows({ verticalAlign: 'middle' }),
  'verticalAlign bottom': shows({ verticalAlign: 'bottom' }),
  'fit break': shows({ fit: 'break' }, paragraph('Rechtsschutzversicherungen')),
  'fit shrink': shows({ fit: 'shrink' }, paragraph(long)),
  'fit clip': shows({ fit: 'clip' }, { ...paragraph(long), height: 40 }),
  // Without it the text does not fit at half of its font size, the default minimum.
  minFontSize: shows({ minFontSize: 4 }, { ...paragraph(long), fit: 'shrink', height: 20 }),
  maxLines: shows({ maxLines: 1 }, { fit: 'shrink' }),
};

export const roleCases: GoldenCases = {
  'role title': writes({ role: 'title' }),
  'role heading': writes({ role: 'heading' }),
  'role paragraph': writes({ role: 'paragraph' }, { role: 'heading' }),
  'role artifact': writes({ role: 'artifact' }),
};
