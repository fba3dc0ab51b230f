import { describe, expect, it } from 'vitest';
import { type ImportRow, readRow } from './read-row.ts';

const read = (row: ImportRow) => readRow({ fullName: 'Ana Núñez', ...row });
const fieldsOf = (row: ImportRow) => {
  const outcome = read(row);
  if ('error' in outcome) throw new Error(outcome.error.message);
  return outcome.fields;
};
const errorOf = (row: ImportRow) => {
  const outcome = read(row);
  return 'error' in outcome ? outcome.error.code : undefined;
};

describe('readRow', () => {
  it('trims cells, reads a country name in any language and keeps further columns', () => {
    expect(
      fieldsOf({ idNumber: ' 4587 ', country: 'brasil', scoreLetter: ' b+ ', Curso: ' Ética ', empty: '' }),
    ).toMatchObject({ idNumber: '4587', country: 'Brazil', scoreLetter: 'B+', custom: { Curso: 'Ética' } });
  });

  it('uses Other for an empty country and refuses an unknown one', () => {
    expect(fieldsOf({}).country).toBe('Other');
    expect(errorOf({ country: 'Atlantis' })).toBe('country_unknown');
  });

  it('ignores a score that is not a number and refuses one out of range', () => {
    expect(fieldsOf({ scoreNumeric: 'n/a' }).scoreNumeric).toBeUndefined();
    expect(fieldsOf({ scoreNumeric: '9,5' }).scoreNumeric).toBe(9.5);
    expect(fieldsOf({ scoreNumeric: 10 }).scoreNumeric).toBe(10);
    for (const scoreNumeric of ['10.1', '-1', '5.55'])
      expect(errorOf({ scoreNumeric })).toBe('score_numeric_invalid');
  });

  it('accepts numbers, booleans and null instead of text, and refuses objects and arrays', () => {
    expect(
      fieldsOf({ idNumber: 77, scoreNumeric: null, showScoreLetter: false, active: true }),
    ).toMatchObject({
      idNumber: '77',
      showScoreLetter: false,
      custom: { active: 'true' },
    });
    expect(fieldsOf({ custom: { Curso: 'Ética' } }).custom).toEqual({ Curso: 'Ética' });
    expect(errorOf({ fullName: { first: 'Ana' } })).toBe('invalid_payload');
    expect(errorOf({ Curso: ['Uno'] })).toBe('invalid_payload');
  });

  it('refuses text with invisible, combining or bidi control characters, and names the column', () => {
    expect(fieldsOf({ fullName: 'Ana\r\nLuz', idNumber: '45\t87' })).toMatchObject({
      fullName: 'Ana Luz',
      idNumber: '45 87',
    });
    for (const fullName of ['\u202efdp.exe', '\u3164', '\u200b', '\u00ad', '\u0301', 'A\u0000', 'A\ud800'])
      expect(errorOf({ fullName })).toBe('text_unreadable');
    for (const column of ['idNumber', 'Curso']) {
      const outcome = read({ [column]: 'a\u2066b' });
      expect(outcome).toMatchObject({
        error: {
          code: 'text_unreadable',
          details: { column, letter: 'U+2066', at: 2 },
          message: expect.stringMatching(new RegExp(`${column}.*U\\+2066, at place 2`)),
        },
      });
    }
  });

  it.each([
    [true, ['TRUE', 'yes', ' Sí ', 'SI', 'si\u0301', 'sim', 'VERDADERO', 'verdadeiro', '1', 1, true, 'on']],
    [false, ['FALSE', 'No', 'FALSO', 'Não', 'na\u0303o', 'nao', '0', 0, false, 'n', 'off']],
  ])('reads whether a score is shown in each language of the product: %s', (shown, cells) => {
    for (const showScoreNumeric of cells) {
      const outcome = read({ showScoreNumeric });
      expect(outcome).toMatchObject({
        fields: { showScoreNumeric: shown },
        given: { showScoreNumeric: shown },
      });
      expect(outcome).toMatchObject({ fields: { showScoreLetter: true, custom: {} } });
    }
  });

  it('never takes an unclear word for a shown score, nor for a further column', () => {
    expect(fieldsOf({ showScoreLetter: ' ' })).toMatchObject({ showScoreLetter: true, custom: {} });
    expect(fieldsOf({ ShowScoreLetter: 'FALSO' })).toMatchObject({ showScoreLetter: false, custom: {} });
    expect(fieldsOf({ custom: { showScoreLetter: '0' } })).toMatchObject({
      showScoreLetter: false,
      custom: {},
    });
    for (const showScoreLetter of ['quizás', '2', 'x', '-', 'ja'])
      expect(read({ showScoreLetter })).toEqual({
        error: {
          code: 'flag_unclear',
          message: `“${showScoreLetter}” in showScoreLetter is neither yes nor no`,
          details: { column: 'showScoreLetter', text: showScoreLetter },
        },
      });
    expect(errorOf({ showScoreLetter: 'yes', SHOWSCORELETTER: 'no' })).toBe('flag_unclear');
  });

  it('returns the error code of each invalid field', () => {
    expect(errorOf({ fullName: '  ' })).toBe('full_name_required');
    expect(errorOf({ fullName: 'x'.repeat(301) })).toBe('invalid_payload');
    expect(errorOf({ email: 'ana@' })).toBe('email_invalid');
    expect(errorOf({ scoreLetter: 'G' })).toBe('score_letter_invalid');
    expect(errorOf({ startDate: '01/02/2026' })).toBe('date_invalid');
    expect(errorOf({ endDate: '2026-02-30' })).toBe('date_invalid');
    expect(errorOf({ startDate: '2026-03-02', endDate: '2026-03-01' })).toBe('date_order');
    expect(errorOf({ templateId: 'nothing' })).toBe('template_not_found');
  });
});

describe('a name', () => {
  it.each(['M'.repeat(300), 'Ana Анна 安娜', 'محمد بن عبد الله', 'ปิยะบุตร'])(
    'of any script, up to 300 letters, is taken: %s',
    (fullName) => {
      expect(readRow({ fullName })).toMatchObject({ fields: { fullName } });
    },
  );

  it('loses its fillers', () => {
    expect(readRow({ fullName: 'Ana\u3164María\u200b Luz' })).toMatchObject({
      fields: { fullName: 'Ana María Luz' },
    });
  });

  it.each([
    ['', 'full_name_required'],
    ['M'.repeat(301), 'invalid_payload'],
    ['\u0301\u0302\u0303', 'text_unreadable'],
    ['\u200b', 'text_unreadable'],
    ['Ana \u202e siuL', 'text_unreadable'],
  ])('that cannot be shown is the error of its row: %j', (fullName, code) => {
    expect(readRow({ fullName })).toMatchObject({ error: { code } });
  });

  it('of a column that objects have themselves is kept', () => {
    const { fields } = readRow({ fullName: 'Ana', constructor: 'a', hasOwnProperty: 'b' }) as {
      fields: { custom: Record<string, string> };
    };
    expect(Object.entries(fields.custom)).toEqual([
      ['constructor', 'a'],
      ['hasOwnProperty', 'b'],
    ]);
  });
});
