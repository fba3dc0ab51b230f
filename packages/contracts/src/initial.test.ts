import { expect, it } from 'vitest';
import { initialOf } from './initial.ts';

it.each([
  ['Instituto Cordillera', 'I'],
  ['  ñandú', 'Ñ'],
  // The accent is a code point of its own.
  ['e\u0301cole', 'E\u0301'],
  ['«Academia» Norte', 'A'],
  ['3M Brasil', '3'],
  // A letter with a vowel sign and a virama is one sign of Devanagari.
  ['क्षेत्र', 'क्षे'],
  ['東京大学', '東'],
  // Two letters in upper case.
  ['ßtraße', 'ß'],
  ['👩‍🏫 ☆', '·'],
  ['', '·'],
])('the initial of “%s” is “%s”', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
