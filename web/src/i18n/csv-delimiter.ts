import type { CsvDelimiter } from '@sello/contracts';
import { currentLanguage } from './index.ts';
import { localeTags } from './language.ts';

/** Of the regions where Spanish is spoken, those whose list separator in Windows is a comma. */
const commaRegions = new Set(['MX', 'US']);

/** A browser that is set to the Spanish of Latin America does not name Mexico. */
const mexicanZones = new Set(
  [
    ...[
      'Bahia_Banderas',
      'Cancun',
      'Chihuahua',
      'Ciudad_Juarez',
      'Hermosillo',
      'Matamoros',
      'Mazatlan',
      'Merida',
    ],
    ...['Mexico_City', 'Monterrey', 'Ojinaga', 'Tijuana'],
  ].map((place) => `America/${place}`),
);

/**
 * What the reader's spreadsheet splits a CSV at: the list separator of the region, of which a file with another one shows
 * as one column. By the region that the browser names with the language of this page; without one, by the language and the
 * time zone. A list separator that was changed by hand cannot be known.
 */
export function csvDelimiter(
  language = currentLanguage(),
  wanted: readonly string[] = navigator.languages,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): CsvDelimiter {
  const tag =
    wanted.find((one) => one.split('-')[0] === language && one !== language) ?? localeTags[language];
  // Where the list separator is the decimal one, Excel splits at semicolons.
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5);
  const hasDecimalComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  if (language === 'en') return hasDecimalComma ? ';' : ',';
  if (language === 'pt') return ';';
  const { region = '419' } = new Intl.Locale(tag);
  const isMexico = region === '419' && mexicanZones.has(timeZone);
  return isMexico || commaRegions.has(region) ? ',' : ';';
}
