import type { CsvDelimiter } from '@sello/contracts';
import { currentLanguage } from './index.ts';
import { localeTags } from './language.ts';

/**
 * What the reader's spreadsheet splits a CSV at. Where decimals are written with a comma, as in Spain and Brazil, it splits
 * at semicolons, and shows lines with commas as one column. By the region that the browser names with the language of
 * this page; without one, by the language.
 */
export function csvDelimiter(
  language = currentLanguage(),
  wanted: readonly string[] = navigator.languages,
): CsvDelimiter {
  const tag = wanted.find((one) => one.split('-')[0] === language && one !== language);
  const parts = new Intl.NumberFormat(tag ?? localeTags[language]).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}
