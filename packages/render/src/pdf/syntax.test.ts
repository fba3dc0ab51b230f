import { describe, expect, it } from 'vitest';
import { Tokens } from '../../tests/reader/tokens.ts';
import { textIn } from '../../tests/reader/values.ts';
import { colorOperands, dateString, nameObject, real, shortTextString, textString } from './syntax.ts';

describe('PDF syntax', () => {
  it('writes numbers with three decimals and without exponents', () => {
    expect([1, -0.0001, 0.12345, 1e-9, 841.89, -3].map(real)).toEqual([
      '1',
      '0',
      '0.123',
      '0',
      '841.89',
      '-3',
    ]);
  });

  it('writes text strings as UTF-16BE with a byte order mark in hex, so that nothing needs escaping', () => {
    expect(textString('A)')).toBe('<feff00410029>');
    expect(textString('𝒜')).toBe('<feffd835dc9c>');
  });

  it('writes dates, colours and names', () => {
    expect(dateString(new Date('2026-11-14T15:00:09.500Z'))).toBe('(D:20261114150009Z)');
    expect(colorOperands('#FF8000')).toBe('1 0.502 0');
    expect(nameObject('A B/c')).toBe('/A#20B#2fc');
  });

  it.each([
    'Ana Ruiz',
    'Ñandú',
    'a) /Type /Sig',
    'https://a.example/c/7K3M',
    '李小龙 \\ (\r\n)',
    'ਨ਼੨ਨ',
    '⽓敬汯',
    '嬀弯⼼',
    '',
  ])('writes %j in a short form that reads back and holds no name or bracket of its own', (text) => {
    const written = Buffer.from(shortTextString(text), 'latin1');
    expect(textIn(new Tokens(written).value())).toBe(text);
    expect(written.toString('latin1').slice(1, -1)).not.toMatch(/[()<>[\]/]/);
  });
});
