import { expect, it } from 'vitest';
import { csvDelimiter } from './csv-delimiter.ts';

it.each([
  ['en', ['en-US', 'en'], 'America/New_York', ','],
  ['en', ['de-DE'], 'Europe/Berlin', ','],
  ['en', ['en-DE'], 'Europe/Berlin', ';'],
  ['es', ['es-ES', 'es'], 'Europe/Madrid', ';'],
  ['es', ['es', 'en-US'], 'Europe/Madrid', ';'],
  ['es', ['en-US'], 'America/New_York', ';'],
  ['es', ['es-PE', 'es'], 'America/Lima', ';'],
  ['es', ['es-GT'], 'America/Guatemala', ';'],
  ['es', ['es-MX'], 'Europe/Madrid', ','],
  ['es', ['es-US'], 'America/Los_Angeles', ','],
  ['es', ['es-419', 'es'], 'America/Lima', ';'],
  ['es', ['es-419', 'es'], 'America/Mexico_City', ','],
  ['es', ['es'], 'America/Monterrey', ','],
  ['es', ['es-PE'], 'America/Mexico_City', ';'],
  ['pt', ['pt-BR'], 'America/Sao_Paulo', ';'],
  ['pt', ['pt-PT', 'pt'], 'Europe/Lisbon', ';'],
  ['pt', ['pt-MO'], 'Asia/Macau', ';'],
] as const)(
  'a file for a reader of %s, whose browser asks for %s in %s, is split at %s',
  (language, wanted, timeZone, delimiter) => {
    expect(csvDelimiter(language, wanted, timeZone)).toBe(delimiter);
  },
);
