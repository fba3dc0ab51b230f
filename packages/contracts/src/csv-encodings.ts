import { z } from 'zod';
import { withFieldError } from './field-error.ts';

/**
 * The encodings in which a CSV can be read: those of the WHATWG Encoding Standard, by its names. ISO-8859-1, -9 and -11 are
 * windows-1252, -1254 and -874 there. `letters` is the script or region whose texts they write.
 */
export const csvEncodings = {
  'utf-8': { letters: 'unicode', name: 'UTF-8' },
  'utf-16le': { letters: 'unicode', name: 'UTF-16' },
  'utf-16be': { letters: 'unicode', name: 'UTF-16 BE' },
  'windows-1252': { letters: 'western', name: 'Windows-1252' },
  'windows-1250': { letters: 'central', name: 'Windows-1250' },
  'windows-1251': { letters: 'cyrillic', name: 'Windows-1251' },
  'windows-1253': { letters: 'greek', name: 'Windows-1253' },
  'windows-1254': { letters: 'turkish', name: 'Windows-1254' },
  'windows-1255': { letters: 'hebrew', name: 'Windows-1255' },
  'windows-1256': { letters: 'arabic', name: 'Windows-1256' },
  'windows-1257': { letters: 'baltic', name: 'Windows-1257' },
  'windows-1258': { letters: 'vietnamese', name: 'Windows-1258' },
  'windows-874': { letters: 'thai', name: 'Windows-874' },
  macintosh: { letters: 'western', name: 'Mac Roman' },
  'x-mac-cyrillic': { letters: 'cyrillic', name: 'Mac Cyrillic' },
  shift_jis: { letters: 'japanese', name: 'Shift_JIS' },
  'euc-jp': { letters: 'japanese', name: 'EUC-JP' },
  'iso-2022-jp': { letters: 'japanese', name: 'ISO-2022-JP' },
  gb18030: { letters: 'simplified', name: 'GB18030' },
  big5: { letters: 'traditional', name: 'Big5' },
  'euc-kr': { letters: 'korean', name: 'EUC-KR' },
  'koi8-r': { letters: 'cyrillic', name: 'KOI8-R' },
  'koi8-u': { letters: 'cyrillic', name: 'KOI8-U' },
  ibm866: { letters: 'cyrillic', name: 'DOS 866' },
  'iso-8859-2': { letters: 'central', name: 'ISO-8859-2' },
  'iso-8859-3': { letters: 'southern', name: 'ISO-8859-3' },
  'iso-8859-4': { letters: 'baltic', name: 'ISO-8859-4' },
  'iso-8859-5': { letters: 'cyrillic', name: 'ISO-8859-5' },
  'iso-8859-6': { letters: 'arabic', name: 'ISO-8859-6' },
  'iso-8859-7': { letters: 'greek', name: 'ISO-8859-7' },
  'iso-8859-8': { letters: 'hebrew', name: 'ISO-8859-8' },
  'iso-8859-10': { letters: 'nordic', name: 'ISO-8859-10' },
  'iso-8859-13': { letters: 'baltic', name: 'ISO-8859-13' },
  'iso-8859-14': { letters: 'celtic', name: 'ISO-8859-14' },
  'iso-8859-15': { letters: 'western', name: 'ISO-8859-15' },
  'iso-8859-16': { letters: 'central', name: 'ISO-8859-16' },
} as const;
export type CsvEncoding = keyof typeof csvEncodings;
export const csvEncodingNames = Object.keys(csvEncodings) as [CsvEncoding, ...CsvEncoding[]];

/** Any label of the standard, such as `cp1251` or `latin1`, as the name of its encoding. */
function nameOfLabel(label: unknown): unknown {
  if (typeof label !== 'string') return label;
  try {
    const { encoding } = new TextDecoder(label);
    // Both have the same decoder.
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return label;
  }
}
export const csvEncoding = withFieldError(
  z.preprocess(nameOfLabel, z.enum(csvEncodingNames)),
  'csv_encoding_unknown',
);
