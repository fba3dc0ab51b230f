/**
 * The scripts that are set horizontally and that HarfBuzz shapes as their readers expect, with the ISO 15924 tag
 * it wants. A letter of any other script is refused by name rather than set wrongly.
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

/** Letters of these join to their neighbours: they cannot be spaced out. */
export const joiningScripts: ReadonlySet<string> = new Set(['Arab', 'Syrc', 'Nkoo', 'Adlm']);

/** The tag of a character's script; `shared` for digits, punctuation and marks; null when it cannot be set. */
export function scriptOf(character: string): string | 'shared' | null {
  if (character.charCodeAt(0) < 0x80) {
    const code = character.charCodeAt(0) | 0x20;
    return code >= 0x61 && code <= 0x7a ? 'Latn' : 'shared';
  }
  if (shared.test(character)) return 'shared';
  for (const { test, tag } of tests) if (test.test(character)) return tag;
  return null;
}
