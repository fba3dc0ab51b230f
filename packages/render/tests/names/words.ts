import type { Random } from '../../../proof/tests/support/random.ts';
import type { Locale } from './cldr.ts';
import {
  alphabetic,
  brahmic,
  burmese,
  consonantal,
  khmer,
  type Syllabary,
  sinhala,
  syllabic,
  tonal,
} from './syllables.ts';

/** Forty languages in twenty-five scripts: the tag of the design's locale (the one CLDR uses) and its script. */
export const languages: Readonly<Record<string, string>> = {
  ...{ en: 'Latn', de: 'Latn', fr: 'Latn', es: 'Latn', pt: 'Latn', tr: 'Latn', pl: 'Latn', vi: 'Latn' },
  ...{ el: 'Grek', ru: 'Cyrl', uk: 'Cyrl', sr: 'Cyrl', bg: 'Cyrl', kk: 'Cyrl' },
  ...{ ar: 'Arab', fa: 'Arab', ur: 'Arab', he: 'Hebr' },
  ...{ hi: 'Deva', mr: 'Deva', ne: 'Deva', bn: 'Beng', ta: 'Taml', te: 'Telu', kn: 'Knda', ml: 'Mlym' },
  ...{ gu: 'Gujr', pa: 'Guru', si: 'Sinh', th: 'Thai', lo: 'Laoo', km: 'Khmr', my: 'Mymr' },
  ...{ ka: 'Geor', hy: 'Armn', am: 'Ethi', zh: 'Hans', 'zh-Hant': 'Hant', ja: 'Jpan', ko: 'Kore' },
};

type Part = 'given' | 'surname';
export type WordMaker = (random: Random, part: Part) => string;

const isOf = (script: string) => {
  const pattern = new RegExp(`^\\p{Script=${script}}`, 'u');
  return (letter: string) => pattern.test(letter);
};

const makers: Record<string, (letters: readonly string[]) => Syllabary> = {
  ...{ Latn: alphabetic, Grek: alphabetic, Cyrl: alphabetic, Armn: alphabetic, Geor: alphabetic },
  ...{ Arab: consonantal, Hebr: consonantal },
  ...{ Deva: brahmic, Beng: brahmic, Taml: brahmic, Telu: brahmic, Knda: brahmic, Mlym: brahmic },
  ...{ Gujr: brahmic, Guru: brahmic, Sinh: sinhala, Thai: tonal, Laoo: tonal, Khmr: khmer, Mymr: burmese },
  ...{ Ethi: syllabic },
};

/** CLDR lists the vowel signs of Malayalam in the auxiliary exemplar characters. */
const withOthers = new Set(['ml']);
const cased = new Set(['Latn', 'Grek', 'Cyrl', 'Armn']);
const finals: Record<string, string> = { כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' };

/** Makes words of a language from its exemplar characters, in readable syllables. */
export function wordsOf(language: string, locale: Locale): WordMaker {
  const script = languages[language] ?? 'Latn';
  const make = makers[script];
  if (!make) return ideographs(script, locale);
  const letters = [...locale.letters, ...(withOthers.has(language) ? locale.otherLetters : [])];
  const syllabary = make(letters);
  const isLong = ['Ethi', 'Arab', 'Hebr'].includes(script);
  return (random, part) => {
    const count = random.between(isLong || part === 'surname' ? 2 : 1, part === 'given' ? 3 : 4);
    const parts = Array.from({ length: count }, (_, index) =>
      syllabary.syllable(random, index === 0 ? 'first' : index === count - 1 ? 'last' : 'middle'),
    );
    const word = parts.join('').replace(/[כמנפצ]$/u, (letter) => finals[letter] as string);
    if (!cased.has(script)) return word;
    const [first = '', ...rest] = word.replace(/σ$/u, 'ς');
    return first.toLocaleUpperCase(language) + rest.join('');
  };
}

/** Names of one or two ideographs or syllables; Japanese given names may be in kana. */
function ideographs(script: string, { letters }: Locale): WordMaker {
  const of = (name: string) => syllabic(letters.filter(isOf(name)));
  const repeat = (random: Random, kind: Syllabary, count: number) =>
    Array.from({ length: count }, (_, index) => kind.syllable(random, index === 0 ? 'first' : 'middle')).join(
      '',
    );
  if (script === 'Kore') {
    const hangul = of('Hangul');
    return (random, part) => repeat(random, hangul, part === 'surname' && random.next() < 0.9 ? 1 : 2);
  }
  const han = of('Han');
  if (script !== 'Jpan') {
    return (random, part) =>
      repeat(random, han, part === 'surname' ? (random.next() < 0.9 ? 1 : 2) : random.between(1, 2));
  }
  const kana = [of('Hiragana'), of('Katakana')];
  return (random, part) =>
    part === 'given' && random.next() < 0.3
      ? repeat(random, random.pick(kana), random.between(2, 4))
      : repeat(random, han, random.between(1, 3));
}
