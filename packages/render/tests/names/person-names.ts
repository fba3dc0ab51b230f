import { Random } from '../../../proof/tests/support/random.ts';
import { type Locale, localeOf, type NamePattern, type Person } from './cldr.ts';
import { languages, type WordMaker, wordsOf } from './words.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const firstOf = (word: string): string =>
  graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** A field with its modifiers, such as `given2-initial`; empty when the person has none. */
function fieldOf(person: Person, name: string, locale: Locale, language: string): string {
  const [field = '', ...modifiers] = name.split('-');
  const rest = [...modifiers];
  let value = person[field] ?? '';
  if (rest[0] === 'informal') value = person[`${field}-${rest.shift()}`] ?? value;
  else if (rest[0] === 'core') {
    rest.shift();
    value = person[`${field}-core`] ?? value;
  } else if (rest[0] === 'prefix') value = person[`${field}-${rest.shift()}`] ?? '';
  else if (value === '') {
    value = [person[`${field}-prefix`], person[`${field}-core`]].filter((part) => part).join(' ');
  }
  for (const modifier of rest) {
    if (value === '') return '';
    if (modifier === 'initial') value = initialsOf(value, locale);
    else if (modifier === 'allCaps') value = value.toLocaleUpperCase(language);
    else if (modifier === 'initialCap') {
      const first = firstOf(value);
      value = first.toLocaleUpperCase(language) + value.slice(first.length);
    } else if (modifier === 'monogram') value = firstOf(value);
  }
  return value;
}

const initialsOf = (value: string, { initial, initialSequence }: Locale): string =>
  value
    .split(' ')
    .map((word) => initial.replace('{0}', firstOf(word)))
    .reduce((before, next) => initialSequence.replace('{0}', before).replace('{1}', next));

/** Fills a pattern. Literals next to an empty field are removed with it (Technical Standard 35, part 8). */
function fill(pattern: NamePattern, person: Person, locale: Locale, language: string): string {
  const parts = pattern.split(/\{([^}]+)\}/);
  let name = '';
  let between: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      between.push(part);
      continue;
    }
    const value = fieldOf(person, part, locale, language);
    if (value === '') continue;
    // Before the first field only the adjacent literal is kept.
    if (name !== '') name += between.find((literal) => literal.trim() !== '') ?? between[0] ?? '';
    else if (index === 1) name += parts[0] ?? '';
    name += value;
    between = [];
  }
  return name.trim();
}

/** Distinct names of one language from a seed. */
export function personNames(language: string, count: number, seed: number): string[] {
  const locale = localeOf(language);
  const random = new Random(seed ^ hashOf(language));
  const word = wordsOf(language, locale);
  const names = new Set<string>();
  for (let tries = 0; names.size < count; tries += 1) {
    if (tries > count * 20) throw new Error(`${language} has fewer than ${count} names`);
    const name = nameOf(random, language, locale, word);
    // A pattern of only titles is empty for a person without a title.
    if (name.length > 1) names.add(name);
  }
  return [...names];
}

function nameOf(random: Random, language: string, locale: Locale, word: WordMaker): string {
  const chance = random.next();
  if (chance < 0.05 && locale.foreigners.length > 0) {
    const name = fill(random.pick(locale.foreignPatterns), random.pick(locale.foreigners), locale, language);
    return name.replaceAll(' ', locale.foreignSpace);
  }
  const person = personOf(random, locale, word);
  const patterns = chance < 0.15 ? locale.sortingPatterns : locale.patterns;
  const name = fill(random.pick(patterns), person, locale, language).replaceAll(' ', locale.nativeSpace);
  // Some keyboards and files give decomposed letters, and some registers are in capitals.
  if (chance > 0.9) return name.normalize('NFD');
  const isCapital = chance > 0.85 && ['Latn', 'Grek', 'Cyrl', 'Armn'].includes(languages[language] ?? '');
  return isCapital ? name.toLocaleUpperCase(language) : name;
}

function personOf(random: Random, locale: Locale, word: WordMaker): Person {
  const samples = locale.natives;
  const field = (name: string) => random.pick(samples)[name] ?? '';
  const compound = (part: 'given' | 'surname', probability: number): string => {
    if (random.next() < 0.08) return field(part) || word(random, part);
    const first = word(random, part);
    if (random.next() >= probability) return first;
    const joiner =
      random.next() < 0.5 && locale.nativeSpace === ' ' ? random.pick([...locale.joiners, '-']) : ' ';
    return `${first}${joiner}${word(random, part)}`;
  };
  const surname = compound('surname', 0.15);
  return {
    given: compound('given', 0.15),
    'given-informal': word(random, 'given'),
    given2: random.next() < 0.6 ? compound('given', 0.05) : '',
    surname,
    surname2: random.next() < 0.3 ? compound('surname', 0) : '',
    title: random.next() < 0.3 ? field('title') : '',
    generation: random.next() < 0.1 ? field('generation') : '',
    credentials: random.next() < 0.1 ? field('credentials') : '',
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) as number), 0x01000193);
  return hash >>> 0;
}
