import { expect, it } from 'vitest';
import { isSameName } from './same-name.ts';

it('accepts a name as it is typed on a phone, and nothing shorter', () => {
  expect(isSameName('lucia fernanda QUISPE', 'Lucía  Fernanda Quispe')).toBe(true);
  expect(isSameName('Conan Oneill Smith', 'Conan O’Neill-Smith')).toBe(true);
  expect(isSameName('山田 太郎', '山田太郎')).toBe(true);
  expect(isSameName('Lucía Fernanda', 'Lucía Fernanda Quispe')).toBe(false);
  expect(isSameName('', 'Lucía')).toBe(false);
  expect(isSameName(' ', '–')).toBe(false);
  expect(isSameName('–', '–')).toBe(true);
});
