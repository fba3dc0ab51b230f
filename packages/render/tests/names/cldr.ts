import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A person's fields by their names in Unicode Technical Standard 35, part 8; `surname-core` is a separate field. */
export type Person = Readonly<Record<string, string>>;

/** A pattern such as `{title} {given} {surname-core}, {credentials}`. */
export type NamePattern = string;

/** The CLDR data for the names of a language. */
export interface Locale {
  /** The exemplar characters; an entry is a character or a cluster. */
  letters: readonly string[];
  /** The auxiliary exemplar characters. */
  otherLetters: readonly string[];
  /** Signs between the parts of a name. */
  joiners: readonly string[];
  /** For names of the language itself, in its name order. */
  patterns: readonly NamePattern[];
  /** For lists of names, the surname first. */
  sortingPatterns: readonly NamePattern[];
  /** For names of other languages. */
  foreignPatterns: readonly NamePattern[];
  /** The sample names of CLDR. */
  natives: readonly Person[];
  foreigners: readonly Person[];
  /** The replacement for spaces. */
  nativeSpace: string;
  foreignSpace: string;
  /** Patterns such as `{0}.` and `{0} {1}`. */
  initial: string;
  initialSequence: string;
  /** List patterns: between two items, and before the last. */
  listMiddle: string;
  listEnd: string;
  quotes: readonly [string, string];
}

/** The members of a UnicodeSet pattern of CLDR: characters, `{clusters}`, `\u` escapes and ranges. */
function membersOf(pattern: string): string[] {
  const members: string[] = [];
  const token = /\\u([0-9A-Fa-f]{4})|\\(.)|\{([^}]*)\}|(.)/gsu;
  let isRange = false;
  for (const [, hex, escaped, cluster, plain] of pattern.slice(1, -1).matchAll(token)) {
    if (plain !== undefined && /\s/.test(plain)) continue;
    if (plain === '-') {
      isRange = true;
      continue;
    }
    const member = hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (escaped ?? cluster ?? plain ?? '');
    if (isRange) {
      const first = (members.at(-1)?.codePointAt(0) ?? 0) + 1;
      const last = member.codePointAt(0) ?? 0;
      for (let code = first; code <= last; code += 1) members.push(String.fromCodePoint(code));
      isRange = false;
    } else members.push(member);
  }
  return members;
}

function read<T>(packageName: string, language: string, file: string): T {
  const path = resolve(`${packageName}/main/${language}/${file}.json`);
  const { main } = JSON.parse(readFileSync(path, 'utf8')) as { main: Record<string, Record<string, T>> };
  return main[language]?.[file] as T;
}

interface Tree {
  [key: string]: string | Tree;
}

interface PersonNames {
  givenFirst: string[];
  surnameFirst: string[];
  nativeSpaceReplacement: string;
  foreignSpaceReplacement: string;
  initial: string;
  initialSequence: string;
  personName: { givenFirst: Tree; surnameFirst: Tree; sorting: Tree };
  sampleName: Record<string, Record<string, string>>;
}

/** The distinct patterns of a tree by length, use and formality, except monograms. */
function patternsOf(tree: Tree): NamePattern[] {
  const found = new Set<NamePattern>();
  for (const [key, value] of Object.entries(tree)) {
    if (key === 'monogram') continue;
    for (const pattern of typeof value === 'string' ? [value] : patternsOf(value)) found.add(pattern);
  }
  return [...found];
}

export function localeOf(language: string): Locale {
  const characters = read<Record<string, string>>('cldr-misc-full', language, 'characters');
  const lists = read<Record<string, Record<string, string>>>('cldr-misc-full', language, 'listPatterns');
  const delimiters = read<Record<string, string>>('cldr-misc-full', language, 'delimiters');
  const names = read<PersonNames>('cldr-person-names-full', language, 'personNames');
  const list = lists['listPattern-type-standard'] ?? {};
  const base = language.split('-')[0] as string;
  // A language in neither order has the default order, given name first.
  const isSurnameFirst = names.surnameFirst.includes(base);
  const samples = (kind: string) =>
    Object.entries(names.sampleName).flatMap(([key, person]) => (key.startsWith(kind) ? [person] : []));
  return {
    letters: membersOf(characters.exemplarCharacters ?? '[]'),
    otherLetters: membersOf(characters.auxiliary ?? '[]'),
    joiners: membersOf(characters['punctuation-person'] ?? '[]').filter((sign) => '-‐’'.includes(sign)),
    patterns: patternsOf(names.personName[isSurnameFirst ? 'surnameFirst' : 'givenFirst']),
    sortingPatterns: patternsOf(names.personName.sorting),
    foreignPatterns: patternsOf(names.personName.givenFirst),
    natives: samples('native'),
    foreigners: samples('foreign'),
    nativeSpace: names.nativeSpaceReplacement,
    foreignSpace: names.foreignSpaceReplacement,
    initial: names.initial,
    initialSequence: names.initialSequence,
    listMiddle: list.middle ?? '{0}, {1}',
    listEnd: list.end ?? '{0}, {1}',
    quotes: [delimiters.quotationStart ?? '“', delimiters.quotationEnd ?? '”'],
  };
}
