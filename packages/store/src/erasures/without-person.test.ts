import { expect, it } from 'vitest';
import { isAboutPerson, withoutPerson } from './without-person.ts';

const person = { names: ['Lucía de los Ángeles Ñahui'], marks: ['lucia@example.org', '45120937'] };

it.each([
  ['Diploma de LUCIA ÑAHUI', 'Diploma de … …'],
  ['Ñahui Lucía, 3 Nov 2026', '… …, 3 Nov 2026'],
  ['again for lucia@example.org', 'again for …'],
  ['45120937.csv', '….csv'],
])('is about the person, and loses what names them: %s', (text, without) => {
  expect(isAboutPerson(text, person)).toBe(true);
  expect(withoutPerson(text, person)).toBe(without);
});

it.each(['Santa Lucía 2026', 'Los Ángeles', 'Diploma, Ángeles Ñahui', 'Curso de los 45', ''])(
  'is about somebody else: %s',
  (text) => {
    expect(isAboutPerson(text, person)).toBe(false);
  },
);

it('finds a person with one name, and none without any', () => {
  expect(isAboutPerson('Diploma, Madonna', { names: ['Madonna'], marks: [] })).toBe(true);
  expect(isAboutPerson('Diploma, Madonna', { names: ['de'], marks: ['7'] })).toBe(false);
});
