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

/**
 * The ISO 15924 tag of a character's script; `shared` for digits, punctuation and marks; null for an unsupported
 * script.
 */
export function scriptOf(character: string): string | 'shared' | null {
  if (character.charCodeAt(0) < 0x80) {
    const code = character.charCodeAt(0) | 0x20;
    return code >= 0x61 && code <= 0x7a ? 'Latn' : 'shared';
  }
  if (shared.test(character)) return 'shared';
  for (const { test, tag } of tests) if (test.test(character)) return tag;
  return null;
}
