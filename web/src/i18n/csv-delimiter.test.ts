import { expect, it } from 'vitest';
import { csvDelimiter } from './csv-delimiter.ts';

it.each([
  ['en', ['en-US', 'en'], ','],
  ['en', ['de-DE'], ','],
  ['es', ['es-ES', 'es'], ';'],
  ['es', ['es', 'en-US'], ';'],
  ['es', ['en-US'], ';'],
  ['es', ['es-MX'], ','],
  ['pt', ['pt-BR'], ';'],
  ['pt', ['pt-PT', 'pt'], ';'],
] as const)(
  'a file for a reader of %s, whose browser asks for %s, is split at %s',
  (language, wanted, delimiter) => {
    expect(csvDelimiter(language, wanted)).toBe(delimiter);
  },
);
