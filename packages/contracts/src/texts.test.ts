import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import {
  fileNameText,
  findFiller,
  findUnreadable,
  linesText,
  lineText,
  nameText,
  personName,
  textProblem,
  withoutFillers,
} from './texts.ts';

const name = nameText(300);

describe('a name', () => {
  it.each([
    'José Ñandú',
    "Siobhán O'Brien-Ng",
    'Nguyễn Thị Ánh',
    '李小龙',
    'محمد علي',
    'דָּוִד כֹּהֵן',
    'राहुल शर्मा',
    'สมชาย ใจดี',
    'བསྒྲུབས་པ',
    'ကျော်ဇေယျာ',
    'می\u200cخواهم',
    '👩\u200d🎓 Academy',
    'Café (Z\u0301\u0323)',
  ])('in any language is accepted unchanged: %s', (text) => {
    expect(name.parse(text)).toBe(text);
  });

  it('is one line: a line break becomes a space', () => {
    expect(name.parse(' Ana\r\nMaría\tLuz\u2028Paz ')).toBe('Ana María Luz Paz');
  });

  it.each([
    ['direction', '\u202efdp.exe'],
    ['direction', 'Ana \u2066Luz'],
    ['direction', 'Ana \u202aLuz'],
    ['control', 'Ana\0Luz'],
    ['control', 'Ana\u001b[31m'],
    ['control', 'Ana\u{e0041}'],
    ['surrogate', 'Ana \ud83d'],
    ['surrogate', '\udc00Ana'],
    ['invisible', '\u3164'],
    ['invisible', '\u200b\u200b'],
    ['invisible', '\u00ad'],
    ['invisible', '\u2800'],
    ['invisible', '\u0301'],
    ['invisible', '\u00b4'],
    ['marks', 'Z\u0301\u0302\u0303\u0304\u0305oe'],
    ['marks', 'á\u0302\u0303\u0304\u0305'],
  ])('that is displayed as other text, or as nothing, is rejected (%s)', (problem, text) => {
    expect(textProblem(text)).toBe(problem);
    expect(name.safeParse(text).success).toBe(false);
  });

  it('that is rejected has its letter and the place of it named', () => {
    expect(findUnreadable('Añ𝐚 \u202eLuz')).toEqual({ problem: 'direction', letter: 'U+202E', at: 5 });
    expect(findUnreadable('Ana\0')).toEqual({ problem: 'control', letter: 'U+0000', at: 4 });
    expect(findUnreadable('Zo\u0301e\u0301\u0302\u0303\u0304\u0305')).toMatchObject({
      problem: 'marks',
      at: 5,
    });
    expect(findUnreadable(' \u3164')).toEqual({ problem: 'invisible', letter: 'U+3164', at: 2 });
  });

  it('is not empty', () => {
    for (const text of ['', '  ', '\n', '\u00a0']) expect(name.safeParse(text).success).toBe(false);
  });
});

describe('fillers', () => {
  it.each([
    ['Ana\u3164Luz', 'Ana Luz', 'U+3164', 4],
    ['Ana \u115f\u1160 Luz', 'Ana Luz', 'U+115F', 5],
    ['Ana\u2800', 'Ana', 'U+2800', 4],
    ['A\u00adna\u200b Luz\u2060', 'Ana Luz', 'U+00AD', 2],
    ['Ana\u034f Luz\u200e', 'Ana Luz', 'U+034F', 4],
    ['Ana\u200d\u200c Luz\ufe0f', 'Ana Luz', 'U+200D', 4],
    ['𝐀\uffa0na', '𝐀 na', 'U+FFA0', 2],
  ])('are found, and a person’s name loses them: %j', (text, without, letter, at) => {
    expect(findFiller(text)).toEqual({ letter, at });
    expect(withoutFillers(text)).toBe(without);
    expect(personName(300).parse(text)).toBe(without);
  });

  it.each([
    'می\u200cخواهم',
    'क्\u200dष राम',
    'ශ්\u200dරී ලංකා',
    '👩\u200d🎓 Academy',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '👩🏽\u200d🎓',
    '辻\u{e0100}',
    'Ana  Luz',
    'Zoe\u0301',
  ])('that a script or a picture needs are none: %j', (text) => {
    expect(findFiller(text)).toBeUndefined();
    expect(personName(300).parse(text)).toBe(text);
  });

  it('alone are no name, and are refused as what they are', () => {
    expect(withoutFillers('\u3164')).toBe('\u3164');
    expect(personName(300).safeParse('\u200b\u3164').success).toBe(false);
  });
});

it('lineText may be empty, and linesText may have several lines', () => {
  expect(lineText(10).parse(' ')).toBe('');
  expect(linesText(20).parse('one\r\n\ttwo')).toBe('one\r\n\ttwo');
  expect(linesText(20).safeParse('one\0two').success).toBe(false);
  expect(linesText(20).safeParse('\u202etwo').success).toBe(false);
});

it('a right-to-left name is isolated from the surrounding text', () => {
  expect(isolated('Ana Luz')).toBe('Ana Luz');
  expect(isolated('محمد (2)')).toBe('\u2068محمد (2)\u2069');
});

describe('a file name', () => {
  it('keeps letters of every script', () => {
    for (const name of ['Ana Lucía Peña-Ñáñez', 'Đặng Thị Ngọc', 'Иван Петров', '王小明', "O'Brien, J."]) {
      expect(fileNameText(name, 'certificate')).toBe(name.replace(/\.$/, ''));
    }
  });

  it('has no path separators and no characters or names that a file system rejects', () => {
    for (const name of [
      '../../etc/passwd',
      'a\\b',
      'C:\\x',
      'a\0b',
      'a\nb',
      'x\u202Egpj.exe',
      '.hidden',
      'end.. ',
    ]) {
      const safe = fileNameText(name, 'certificate');
      expect(safe).not.toMatch(/[/\\:*?"<>|\p{C}]/u);
      expect(safe).not.toMatch(/^[\s.]|[\s.]$/);
    }
    expect(fileNameText('con', '')).toBe('con_');
    expect(fileNameText(' ... ', 'certificate')).toBe('certificate');
    expect([...fileNameText('😀'.repeat(500), '')]).toHaveLength(120);
  });
});
