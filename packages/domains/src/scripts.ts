/** The scripts of Unicode's recommended set (UAX #31, table 5), as the property `Script` names them. */
const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Han', 'Hiragana', 'Katakana', 'Bopomofo'],
  'Hangul',
] as const;
type Script = (typeof scripts)[number];

const patterns = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);

/** What is written together: each with Latin, as the "highly restrictive" level allows (UTS #39, 5.2). */
const together: readonly (readonly Script[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/**
 * The scripts of a text that are not written together, such as Latin and Cyrillic; empty when they are. Digits, hyphens
 * and marks belong to every script; scripts beyond the recommended set are not told apart.
 */
export function scriptsMixedIn(text: string): Script[] {
  const used = patterns.flatMap(([script, pattern]) => (pattern.test(text) ? [script] : []));
  const isUsual = used.length < 2 || together.some((some) => used.every((script) => some.includes(script)));
  return isUsual ? [] : used;
}
