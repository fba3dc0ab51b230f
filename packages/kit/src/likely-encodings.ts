import { type CsvEncoding, csvEncodingNames } from '@sello/contracts';
import { analyse, type EncodingName } from 'chardet';

/** Bytes that are no character, control characters of ISO 6429, and private use. */
export const impossible = /[\uFFFD\u0080-\u009F\p{Co}]/u;
export const beyondAscii = /\P{ASCII}/u;

/** Names of chardet that stand for more than one encoding, or have another name in the standard. */
const namedByChardet: Partial<Record<EncodingName, readonly CsvEncoding[]>> = {
  'ISO-8859-1': ['windows-1252', 'iso-8859-15'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-7': ['windows-1253', 'iso-8859-7'],
  'ISO-8859-8': ['windows-1255', 'iso-8859-8'],
  'ISO-8859-9': ['windows-1254'],
};

/** What is expected before the text is looked at: what spreadsheets on Windows write, in the languages of most users first. */
function priorOf(encoding: CsvEncoding): number {
  if (encoding === 'windows-1252' || encoding === 'euc-kr') return 0.05;
  return /^(iso-|euc-jp|koi8-u)/.test(encoding) ? -0.1 : 0;
}

/** The header and other ASCII would be taken for a language of Latin letters. */
function cellsBeyondAscii(sample: Uint8Array): Buffer {
  const cells = Buffer.from(sample)
    .toString('latin1')
    .split(/[\n,;\t"]/);
  return Buffer.from(cells.filter((cell) => /[\u0080-\u00FF]/.test(cell)).join('\n'), 'latin1');
}

const trustedBytes = 12;

/**
 * The encodings in which a sample, which is not valid UTF-8, has only characters that texts have, the likeliest first. UTF-8
 * is the first where it explains all but few bytes.
 */
export function byLikelihood(sample: Uint8Array): CsvEncoding[] {
  const confidence = new Map<string, number>();
  const cells = cellsBeyondAscii(sample);
  // Of few letters, chardet's confidence says little.
  const trust = Math.min(1, cells.filter((byte) => byte > 127).length / trustedBytes) / 100;
  for (const { name, confidence: percent } of analyse(cells)) {
    for (const one of namedByChardet[name] ?? [name.toLowerCase()]) {
      confidence.set(one, Math.max(confidence.get(one) ?? 0, percent * trust));
    }
  }
  const ranked = csvEncodingNames.flatMap((encoding) => {
    if (encoding.startsWith('utf-')) return [];
    const text = new TextDecoder(encoding).decode(sample);
    if (impossible.test(text)) return [];
    // Names of Koreans are in Hangul; as EUC-KR, those of Chinese are in Hanja.
    const foreign = encoding === 'euc-kr' ? (text.match(/\p{scx=Han}/gu)?.length ?? 0) : 0;
    const score = (confidence.get(encoding) ?? 0) + priorOf(encoding) - 2 * strangeness(text, foreign);
    return { encoding, score };
  });
  const sorted = ranked.sort((one, other) => other.score - one.score).map(({ encoding }) => encoding);
  return isNearlyUtf8(sample) ? ['utf-8', ...sorted] : sorted;
}

/** Such as a file to which another program has added rows. */
function isNearlyUtf8(sample: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(sample).match(/\P{ASCII}/gu) ?? [];
  return beyond.filter((character) => character === '\uFFFD').length * 4 < beyond.length;
}

/** What names do not have, or hardly: a pattern each, matched in words that are more than ASCII. */
const strange = [
  // Lower before upper case, and two of upper case before lower case.
  /\p{Ll}(?=\p{Lu})/gu,
  /\p{Lu}(?=\p{Lu}\p{Ll})/gu,
  // Two scripts in a word.
  /\p{scx=Latin}(?=[\p{L}\p{M}])\P{scx=Latin}|(?=[\p{L}\p{M}])\P{scx=Latin}(?=\p{scx=Latin})/gu,
  // Latin letters with accents, three and more after each other.
  /(?:(?![a-zA-Z])\p{scx=Latin}){3,}/gu,
  // Signs, and quotation marks that open where a word goes on.
  /[^\p{ASCII}\p{L}\p{M}\s’–º°·№]|[\u02C2-\u02DF]/gu,
  /[’–](?=\p{Ll})|(?<![\p{L}\d])[ªº]/gu,
  // A word that begins with a small letter.
  /(?<![\p{L}\p{M}\d'’.])(?![a-z])\p{Ll}/gu,
  // Katakana of half width.
  /[\uFF61-\uFF9F]/gu,
];

/** The letters with accents of languages; a list of names has mostly those of one. */
const alphabets = [
  ...['áéíóúüñ', 'áâãàéêíóôõúç', 'àâæçéèêëîïôùûü', 'äöüß', 'àèéìòù', 'àçéèíïóòúü', 'åäöéæø'],
  ...['ąćęłńóśźż', 'áäčďéěíĺľňóôŕřšťúůýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž', 'çğıöşüâîû'],
  ...['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
].map((letters) => new Set(letters));

/** How many letters with accents are in no single alphabet. */
function beyondAlphabet(words: string): number {
  const letters = words.toLowerCase().match(/(?![a-z])\p{Script=Latin}/gu) ?? [];
  return Math.min(...alphabets.map((one) => letters.filter((letter) => !one.has(letter)).length));
}

/** How many of the characters beyond ASCII are where names have none, as a fraction. */
function strangeness(text: string, foreign: number): number {
  const words = text
    .split(/[\s,;"]+/)
    .filter((word) => beyondAscii.test(word))
    .join(' ');
  const all = words.match(/\P{ASCII}/gu)?.length ?? 0;
  if (all === 0) return 0;
  const start = foreign + beyondAlphabet(words);
  return strange.reduce((sum, pattern) => sum + (words.match(pattern)?.join('').length ?? 0), start) / all;
}
