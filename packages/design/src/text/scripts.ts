/**
 * The supported scripts, which are written horizontally and which HarfBuzz shapes correctly, by Unicode name and ISO
 * 15924 tag. A letter of any other script is rejected with `script_unsupported`.
 */
const scripts: readonly [name: string, tag: string][] = [
  ['Latin', 'Latn'],
  ['Greek', 'Grek'],
  ['Cyrillic', 'Cyrl'],
  ['Han', 'Hani'],
  ['Hiragana', 'Hira'],
  ['Katakana', 'Kana'],
  ['Hangul', 'Hang'],
  ['Bopomofo', 'Bopo'],
  ['Arabic', 'Arab'],
  ['Hebrew', 'Hebr'],
  ['Syriac', 'Syrc'],
  ['Thaana', 'Thaa'],
  ['Nko', 'Nkoo'],
  ['Adlam', 'Adlm'],
  ['Armenian', 'Armn'],
  ['Georgian', 'Geor'],
  ['Ethiopic', 'Ethi'],
  ['Devanagari', 'Deva'],
  ['Bengali', 'Beng'],
  ['Gurmukhi', 'Guru'],
  ['Gujarati', 'Gujr'],
  ['Oriya', 'Orya'],
  ['Tamil', 'Taml'],
  ['Telugu', 'Telu'],
  ['Kannada', 'Knda'],
  ['Malayalam', 'Mlym'],
  ['Sinhala', 'Sinh'],
  ['Thai', 'Thai'],
  ['Lao', 'Laoo'],
  ['Tibetan', 'Tibt'],
  ['Myanmar', 'Mymr'],
  ['Khmer', 'Khmr'],
  ['Cherokee', 'Cher'],
  ['Tifinagh', 'Tfng'],
  ['Vai', 'Vaii'],
  ['Javanese', 'Java'],
  ['Balinese', 'Bali'],
];

const tests = scripts.map(([name, tag]) => ({ test: new RegExp(`^\\p{Script=${name}}`, 'u'), tag }));
const shared = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** Scripts whose letters join, so letter spacing is not applied. */
export const joiningScripts: ReadonlySet<string> = new Set(['Arab', 'Syrc', 'Nkoo', 'Adlm']);

/** Cached results of `scriptOf` for the Basic Multilingual Plane, as indexes into `answers`. */
const known = new Uint8Array(0x10000);
const answers: ('shared' | string | null)[] = ['', null, 'shared', ...scripts.map(([, tag]) => tag)];

/**
 * The ISO 15924 tag of a character's script; `shared` for digits, punctuation and marks; null for an unsupported
 * script.
 */
export function scriptOf(character: string): string | 'shared' | null {
  const code = character.codePointAt(0) as number;
  if (code > 0xffff) return findScript(character);
  const answer = known[code] as number;
  if (answer !== 0) return answers[answer] as string | null;
  const script = findScript(character);
  known[code] = answers.indexOf(script);
  return script;
}

function findScript(character: string): string | null {
  if (shared.test(character)) return 'shared';
  for (const { test, tag } of tests) if (test.test(character)) return tag;
  return null;
}

/** Whether letters on both sides of an index may join across it. */
export function joins(text: string, index: number): boolean {
  const before = text.codePointAt(index > 1 && isLowSurrogate(text, index - 1) ? index - 2 : index - 1);
  const after = text.codePointAt(index);
  return [before, after].every((code) => {
    const script = code !== undefined && code > 0x2ff ? scriptOf(String.fromCodePoint(code)) : 'Latn';
    return script === null || script === 'shared' || joiningScripts.has(script);
  });
}

const isLowSurrogate = (text: string, index: number): boolean => text.charCodeAt(index) >> 10 === 0b110111;
