import { describe, expect, it } from 'vitest';
import { textLevels, visualOrder } from './bidi.ts';
import { type FilledText, isolateValues } from './isolates.ts';

const controls = /[\u200e\u200f\u2066-\u2069]/;

/** A text of literal parts and, in braces, values. */
function filled(marked: string): FilledText {
  let text = '';
  const values: [number, number][] = [];
  for (const part of marked.split(/(\{[^}]*\})/)) {
    const value = /^\{(.*)\}$/s.exec(part)?.[1];
    if (value) values.push([text.length, text.length + value.length]);
    text += value ?? part;
  }
  return { text, values };
}

type Setting = Partial<Parameters<typeof isolateValues>[1]>;

const isolated = (marked: string, setting: Setting = {}) =>
  isolateValues([filled(marked)], { direction: 'auto', language: 'en', ...setting });

/** What is seen from left to right, without controls. */
function seen(marked: string, { direction = 'auto', ...setting }: Setting = {}): string {
  const text = isolated(marked, { direction, ...setting })?.[0] ?? filled(marked).text;
  const { levels, base } = textLevels(text, direction);
  const units = [...text].map((character, index) => ({ character, level: levels?.[index] ?? base }));
  return visualOrder(units.filter(({ character }) => !controls.test(character)))
    .map(({ character }) => character)
    .join('');
}

const reversed = (text: string) => [...text].reverse().join('');
const [arabic, hebrew] = ['محمد علي', 'נועה לוי'];

describe('a value within a text', () => {
  it.each([
    ['a mark beside an Arabic name', `{${arabic}} — {9.5} / 10`, `${reversed(arabic)} — 9.5 / 10`],
    ['a mark beside a Hebrew name', `{${hebrew}} — {9.5} / 10`, `${reversed(hebrew)} — 9.5 / 10`],
    ['a date after a name', `{${arabic}}, {3/11/2026}, {Lima}`, `${reversed(arabic)}, 3/11/2026, Lima`],
    [
      'a sentence that begins with a name',
      `{${hebrew}} has completed {12} modules`,
      `${reversed(hebrew)} has completed 12 modules`,
    ],
    [
      'a course with digits after it',
      `completed {دورة علم النبات} 2026 (40 hours)`,
      `completed ${reversed('دورة علم النبات')} 2026 (40 hours)`,
    ],
    ['two names', `{${arabic}} / {${hebrew}}`, `${reversed(arabic)} / ${reversed(hebrew)}`],
  ])('keeps the order of the text around it: %s', (_, marked, wanted) => {
    expect(seen(marked)).toBe(wanted);
  });

  it('keeps its own order in a sentence of the other direction', () => {
    expect(seen('أكملت {Ana Ruiz (Lima)} الدورة')).toBe(
      `${reversed('الدورة')} Ana Ruiz (Lima) ${reversed('أكملت')}`,
    );
    expect(seen('{Ana}, {Lima}', { direction: 'rtl' })).toBe('Lima ,Ana');
  });

  it.each([
    ['in a sentence', 'to {محمد} {علي} on {3/11}', 'en', `to ${reversed('محمد علي')} on 3/11`],
    ['in a sentence of the other direction', 'إلى {Ana} {Ruiz Paz}', 'ar', `Ana Ruiz Paz ${reversed('إلى')}`],
    ['beside what is no part of it', '{محمد} {علي} {9.5} / 10', 'en', `${reversed('محمد علي')} 9.5 / 10`],
    [
      'beside a name of the other direction',
      '{محمد} {علي} {Ana} {Vela}',
      'en',
      `${reversed('محمد علي')} Ana Vela`,
    ],
  ])(
    'that is one part of a name stands before the next as names of its script do: %s',
    (_, marked, language, wanted) => {
      expect(seen(marked, { language })).toBe(wanted);
    },
  );

  it('in parts is one value, across runs of other styles too, and alone has its own direction', () => {
    const setting = { direction: 'auto', language: 'en' } as const;
    expect(isolated('{محمد} {علي}')).toBeNull();
    const runs = ['to {محمد}', ' ', '{علي} · {علي}'].map(filled);
    expect(isolateValues(runs, setting)).toEqual(['to \u2068محمد', ' ', 'علي\u2069 · \u2068علي\u2069']);
    // Runs of one content are one object.
    const twice = filled('{علي}');
    expect(isolateValues([filled('to '), twice, filled(' '), twice], setting)).toEqual([
      ...['to ', '\u2068علي', ' ', 'علي\u2069'],
    ]);
    const controlled = isolated('{\u202eمحمد} {علي} x');
    expect(controlled).toEqual(['\u2068\u202eمحمد\u2069 \u2068علي\u2069 x']);
    expect(isolated('{محمد}\n{علي} x')).toEqual(['\u2068محمد\u2069\n\u2068علي\u2069 x']);
    expect(isolated('{محمد\nعلي} {حسن} x')).toEqual(['\u2068محمد\u2069\n\u2068علي\u2069 \u2068حسن\u2069 x']);
  });

  it('does not give its direction to a text without words, which has that of its language', () => {
    expect(seen(`{${arabic}} · {9.5} / 10`, { language: 'ar' })).toBe(`10 / 9.5 · ${reversed(arabic)}`);
    expect(seen('{Ana} · {نور}', { language: 'es' })).toBe(`Ana · ${reversed('نور')}`);
  });

  it.each(['\u202e', '\u2067', '\u2069', '\u2069\u202e', '\u2067\u2067\u2069', '\u2068\u202b'])(
    'changes nothing behind it whatever controls it holds (%j)',
    (control) => {
      expect(seen(`{${control}${arabic}} — {9.5} / 10`).endsWith(' — 9.5 / 10')).toBe(true);
      expect(seen(`{${arabic}${control}} — {9.5} / 10`).endsWith(' — 9.5 / 10')).toBe(true);
    },
  );

  it('is isolated on each of its lines', () => {
    expect(isolated(`{${arabic}\n${hebrew}} x`)).toEqual([`\u2068${arabic}\u2069\n\u2068${hebrew}\u2069 x`]);
  });

  it('keeps its own direction where it is alone', () => {
    for (const alone of [`{${arabic}}`, ` {${arabic}} `, `{${arabic}}\n{9.5}`, `{${arabic}\n2026}`])
      expect(isolated(alone)).toBeNull();
    expect(isolated(`{${arabic}}{9.5}`)).not.toBeNull();
  });

  it('is left as it is in a text of one direction', () => {
    expect(isolated('{Ana Ruiz} — {9.5} / 10')).toBeNull();
    expect(isolated(`${arabic} 10`)).toBeNull();
  });

  it('is isolated by what all runs of its paragraph say', () => {
    const runs = [`{${arabic}}`, ' — ', '{9.5} / 10'].map(filled);
    const setting = { direction: 'auto', language: 'en' } as const;
    expect(isolateValues(runs, setting)).toEqual([`\u2068${arabic}\u2069`, ' — ', '\u20689.5\u2069 / 10']);
  });
});
