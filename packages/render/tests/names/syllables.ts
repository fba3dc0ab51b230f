import type { Random } from '../../../proof/tests/support/random.ts';

/** Makes syllables of one script from the letters of a language. */
export interface Syllabary {
  /** One syllable for its position in the word. */
  syllable(random: Random, place: 'first' | 'middle' | 'last'): string;
}

const maybe = (random: Random, probability: number, make: () => string): string =>
  random.next() < probability ? make() : '';

/** A random item of a list, or an empty string for an empty list. */
const any = (random: Random, items: readonly string[]): string =>
  items.length === 0 ? '' : random.pick(items);

const codeOf = (letter: string): number => letter.codePointAt(0) as number;
const between = (letters: readonly string[], first: number, last: number, mask = 0x1fffff): string[] =>
  letters.filter((letter) => (codeOf(letter) & mask) >= first && (codeOf(letter) & mask) <= last);

const vowels = /^[aeiouyæœøıəаеиоуыэюяєіїёәөүұαεηιουωաեէըիոօაეიოუ]/u;
/** Letters that do not begin a word. */
const notFirst = /^[ьъʼß]/u;

/** Latin, Greek, Cyrillic, Armenian, Georgian: consonants around a vowel. */
export function alphabetic(letters: readonly string[]): Syllabary {
  const isVowel = (letter: string) => vowels.test(letter.normalize('NFD'));
  const nucleus = letters.filter((letter) => isVowel(letter));
  const consonants = letters.filter((letter) => !isVowel(letter) && letter !== 'ς' && letter !== 'İ');
  const onsets = consonants.filter((letter) => !notFirst.test(letter));
  return {
    syllable: (random, place) =>
      maybe(random, 0.85, () => any(random, place === 'first' ? onsets : consonants)) +
      maybe(random, 0.1, () => any(random, onsets)) +
      random.pick(nucleus) +
      maybe(random, place === 'last' ? 0.5 : 0.25, () => any(random, onsets)),
  };
}

const hebrewFinals: Record<string, string> = { כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' };

/** Arabic and Hebrew: letters, sometimes with a mark; some forms occur only at the end of a word. */
export function consonantal(letters: readonly string[]): Syllabary {
  const isMark = (letter: string) => /^\p{M}/u.test(letter);
  const marks = letters.filter((letter) => isMark(letter) && /[\u064b-\u0652]/u.test(letter));
  const onlyLast = /^[ةىךםןףץ]/u;
  const all = letters.filter((letter) => /^\p{L}/u.test(letter));
  const inner = all.filter((letter) => !onlyLast.test(letter));
  const first = inner.filter((letter) => !/^[ءؤئے]/u.test(letter));
  const last = all.filter((letter) => !(letter in hebrewFinals));
  return {
    syllable: (random, place) =>
      random.pick(place === 'first' ? first : inner) +
      maybe(random, 0.04, () => any(random, marks)) +
      (place === 'last' ? random.pick(last) : maybe(random, 0.4, () => random.pick(inner))),
  };
}

/**
 * The scripts of India whose blocks have the same order (Unicode, chapter 12): consonant, optionally with a subjoined
 * one, vowel sign, and nasalization sign or visarga.
 */
export function brahmic(letters: readonly string[]): Syllabary {
  const at = (first: number, last: number) => between(letters, first, last, 0x7f);
  const script = codeOf(at(0x15, 0x15)[0] ?? letters[0] ?? '') & ~0x7f;
  const consonants = at(0x15, 0x39);
  // Gurmukhi has three vowel bearers that take no sign here.
  const independent = at(0x05, 0x14);
  const signs = at(0x3e, 0x4c);
  const endings = at(0x01, 0x03).filter((sign) => /^\p{M}/u.test(sign));
  const virama = at(0x4d, 0x4d)[0] ?? '';
  const below = script === 0x0a00 ? consonants.filter((letter) => /^[ਹਰਵ]$/u.test(letter)) : consonants;
  const codas = [...(script === 0x0d00 ? at(0x7a, 0x7f) : []), ...(script === 0x0980 ? at(0x4e, 0x4e) : [])];
  return {
    syllable(random, place) {
      const head =
        place === 'first' && random.next() < 0.15
          ? any(random, independent)
          : random.pick(consonants) +
            maybe(random, 0.22, () => virama + any(random, below)) +
            maybe(random, 0.65, () => any(random, signs));
      const tail = maybe(random, 0.1, () => any(random, endings));
      return head + tail + (place === 'last' ? maybe(random, 0.2, () => any(random, codas)) : '');
    },
  };
}

/** Sinhala; a zero-width joiner makes the conjunct forms of ya and ra. */
export function sinhala(letters: readonly string[]): Syllabary {
  const consonants = between(letters, 0x0d9a, 0x0dc6);
  const independent = between(letters, 0x0d85, 0x0d96);
  const signs = between(letters, 0x0dcf, 0x0dde);
  const virama = '\u0dca';
  return {
    syllable: (random, place) =>
      (place === 'first' && random.next() < 0.15
        ? random.pick(independent)
        : random.pick(consonants) +
          maybe(random, 0.12, () => `${virama}\u200d${random.pick(['ය', 'ර'])}`) +
          maybe(random, 0.65, () => random.pick(signs))) +
      maybe(random, 0.1, () => '\u0d82') +
      (place === 'last' ? maybe(random, 0.3, () => random.pick(consonants) + virama) : ''),
  };
}

/** Thai and Lao, whose blocks have the same order: vowels before, above, below or after the consonant, and a tone. */
export function tonal(letters: readonly string[]): Syllabary {
  const at = (first: number, last: number) => between(letters, first, last, 0x7f);
  // ฃ and ฅ are obsolete, ฤ and ฦ are vowels, ฯ and ຯ mark abbreviations.
  const consonants = at(0x01, 0x2e).filter((letter) => !/^[ฃฅฤฦฯຯ]/u.test(letter));
  const [before, around] = [at(0x40, 0x44), at(0x34, 0x39)];
  const [short, long, am, high] = [0x30, 0x32, 0x33, 0x31].map((code) => at(code, code)[0] ?? '');
  const tones = at(0x48, 0x4b);
  return {
    syllable(random) {
      const consonant = random.pick(consonants);
      const tone = maybe(random, 0.3, () => random.pick(tones));
      const coda = random.pick(consonants);
      const end = maybe(random, 0.5, () => coda);
      const shapes = [
        `${consonant}${random.pick(around)}${tone}${end}`,
        `${consonant}${tone}${long}${end}`,
        `${consonant}${tone}${random.next() < 0.5 ? short : am}`,
        `${random.pick(before)}${consonant}${tone}${end}`,
        `${consonant}${high}${tone}${coda}`,
      ];
      return random.pick(shapes);
    },
  };
}

/** Khmer: a consonant, optionally with a subjoined one or a register sign, and a vowel. */
export function khmer(letters: readonly string[]): Syllabary {
  const consonants = between(letters, 0x1780, 0x17a2).filter((letter) => letter.length === 1);
  const independent = between(letters, 0x17a5, 0x17b3).filter((letter) => letter.length === 1);
  const signs = between(letters, 0x17b6, 0x17c5);
  const [registers, endings] = [between(letters, 0x17c9, 0x17ca), between(letters, 0x17c6, 0x17c7)];
  return {
    syllable: (random, place) =>
      place === 'first' && random.next() < 0.08
        ? random.pick(independent)
        : random.pick(consonants) +
          (random.next() < 0.3
            ? `\u17d2${random.pick(consonants.filter((letter) => letter !== 'អ'))}`
            : maybe(random, 0.06, () => random.pick(registers))) +
          maybe(random, 0.75, () => random.pick(signs)) +
          maybe(random, 0.08, () => random.pick(endings)) +
          (place === 'last' ? maybe(random, 0.5, () => random.pick(consonants)) : ''),
  };
}

/** Burmese: a consonant with up to two medials in order, a vowel, a tone, and optionally a final consonant with asat. */
export function burmese(letters: readonly string[]): Syllabary {
  const consonants = between(letters, 0x1000, 0x1020);
  const medials = between(letters, 0x103b, 0x103e).sort();
  const rhymes = ['', 'ာ', 'ား', 'ိ', 'ီ', 'ီး', 'ု', 'ူ', 'ူး', 'ေ', 'ေး', 'ဲ', 'ော', 'ော်', 'ံ', 'ို', 'ို့'];
  return {
    syllable: (random) =>
      random.pick(consonants) +
      maybe(random, 0.3, () => random.pick(medials)) +
      (random.next() < 0.35
        ? `${random.pick(['', 'ို'])}${random.pick(['က', 'င', 'စ', 'တ', 'န', 'ပ', 'မ'])}်${random.pick(['', 'း'])}`
        : random.pick(rhymes)),
  };
}

/** Scripts whose letters are syllables or words: Ethiopic, Hangul, kana, ideographs. */
export function syllabic(letters: readonly string[]): Syllabary {
  const first = letters.filter(
    (letter) => !/^[ーっゃゅょァィゥェォャュョッぁぃぅぇぉヵヶ々ゝヽゞヾ]/u.test(letter),
  );
  return { syllable: (random, place) => random.pick(place === 'first' ? first : letters) };
}
