import { expect, it } from 'vitest';
import { codeOf, codeOfState, nameOf, unpackState } from './error-table.ts';

it("DocumentDB's packed states are unpacked", () => {
  // DocumentDB's codes for a duplicate key and for a corrupt document.
  expect(unpackState(319_029_277)).toBe('M001C');
  expect(unpackState(16_777_245)).toBe('M0001');
});

it.each([
  ['M001C', 11000, 'DuplicateKey'],
  ['23505', 11000, 'DuplicateKey'],
  ['23P01', 11000, 'DuplicateKey'],
  ['40001', 112, 'WriteConflict'],
  ['40P01', 112, 'WriteConflict'],
  ['57014', 50, 'MaxTimeMSExpired'],
  ['M0008', 26, 'NamespaceNotFound'],
  ['M007U', 40324, 'Location40324'],
])('the state %s has code %i, named %s', (state, code, name) => {
  expect(codeOfState(state)).toBe(code);
  expect(nameOf(code)).toBe(name);
});

it('unknown states of DocumentDB are BadValue, all others InternalError', () => {
  expect(codeOfState('MZZZZ')).toBe(2);
  expect(codeOfState('99999')).toBe(1);
  expect(nameOf(123_456)).toBe('Location123456');
});

it('a name that is not in the table throws', () => {
  expect(codeOf('BadValue')).toBe(2);
  expect(() => codeOf('Unheard')).toThrow('no error is called Unheard');
});
