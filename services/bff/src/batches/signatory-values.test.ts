import { expect, it } from 'vitest';
import { withSignatories } from './signatory-values.ts';

const known = new Set(['course', 'signatory1', 'signatory1Role', 'signatory2', 'signatory2Role']);
const signatories = [
  { name: 'Rosa', role: 'Dean' },
  { name: 'Joaquim', role: 'Head' },
];

it('fills the lines of which a request says nothing with the first signatories, where the batch prints them', () => {
  expect(withSignatories({ course: 'x' }, signatories, known)).toEqual({
    ...{ course: 'x', signatory1: 'Rosa', signatory1Role: 'Dean' },
    ...{ signatory2: 'Joaquim', signatory2Role: 'Head' },
  });
  expect(withSignatories({}, signatories, new Set(['course']))).toEqual({});
  expect(withSignatories({}, undefined, known)).toEqual({});
});

it('keeps who was named, with the role of the signatory of that name, and a line that was left to nobody', () => {
  const given = { signatory1: 'Joaquim', signatory2: '' };
  expect(withSignatories(given, signatories, known)).toEqual({ ...given, signatory1Role: 'Head' });
  const other = { signatory1: 'Somebody', signatory2: 'Rosa', signatory2Role: 'Acting head' };
  expect(withSignatories(other, signatories, known)).toEqual(other);
});
