import { changeCase, type LetterCase } from './letter-case.ts';
import { convert, type MappedText } from './source.ts';

/** Texts that need no normalization, removal or conversion. */
const plain = /^[\x20-\x7e\xa0-\u02ff\u1e00-\u1eff\u2010-\u2027\u2030-\u203a]*$/;
const separators = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;
const removed = /[\p{Cc}\u2028\u2029\ufeff]/gu;

function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(separators, '\n')
    .replace(/\t/g, ' ')
    .replace(removed, (control) => (control === '\n' ? '\n' : ''));
}

/**
 * The text of a run for layout: in NFC and its letter case, with `\n` as the only line break and without control
 * characters. Every line and paragraph separator of Unicode is a line break.
 */
export function mapRun(
  text: string,
  { letterCase, language }: { letterCase: LetterCase; language: string },
): MappedText {
  let mapped: MappedText = { text, map: null };
  if (!plain.test(text)) {
    mapped = convert(mapped, clean);
  }
  return letterCase === 'none' ? mapped : changeCase(mapped, letterCase, language);
}
