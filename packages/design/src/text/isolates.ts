// Values within texts of two directions (Unicode Annex 9, 2.4.2): an Arabic name must not turn the sentence around it, nor
// the numbers beside it.
import { type Direction, hasRightToLeft } from './bidi.ts';

/** A text with the ranges of it that are values, in UTF-16 code units, ascending. */
export interface FilledText {
  text: string;
  values: readonly (readonly [start: number, end: number])[];
}

const [firstStrongIsolate, popIsolate, rightToLeftMark] = ['\u2068', '\u2069', '\u200f'];
const isolates = /[\u2066-\u2069]/;
const withinLines = /[^\n\v\f\r\x85\u2028\u2029]+/g;
const lineBreak = /[\n\v\f\r\x85\u2028\u2029]/;
const strong = /[\p{L}\u200e\u200f\u061c]/u;

/**
 * The texts of the runs of one paragraph with each value isolated, so that it is set in its own direction and does not
 * change the order of what surrounds it. Null where nothing changes: without right-to-left text, and for a paragraph that
 * has nothing but one value on each line, which gives the paragraph its direction.
 */
export function isolateValues(
  runs: readonly FilledText[],
  { direction, language }: { direction: Direction; language: string },
): string[] | null {
  if (runs.every(({ values }) => values.length === 0)) return null;
  if (direction !== 'rtl' && !runs.some(({ text }) => hasRightToLeft(text))) return null;
  if (direction === 'auto' && isValueAlone(runs)) return null;
  const isNeutral = !runs.some((run) => strong.test(literalOf(run)));
  // Words around values decide the direction (P2); where there are none, the language does.
  const start = direction === 'auto' && isNeutral && isRightToLeft(language) ? rightToLeftMark : '';
  return runs.map((run, index) => (index === 0 ? start : '') + isolatedIn(run));
}

function isolatedIn({ text, values }: FilledText): string {
  let [result, from] = ['', 0];
  for (const [start, end] of values) {
    result += text.slice(from, start) + text.slice(start, end).replace(withinLines, isolated);
    from = end;
  }
  return result + text.slice(from);
}

/** A value in an isolate that it cannot leave: one without isolates of its own that begin or end outside of it. */
function isolated(value: string): string {
  if (!isolates.test(value)) return firstStrongIsolate + value + popIsolate;
  let [inner, depth] = ['', 0];
  for (const character of value) {
    if (isolates.test(character)) depth += character === popIsolate ? -1 : 1;
    if (depth < 0) depth = 0;
    else inner += character;
  }
  return firstStrongIsolate + inner + popIsolate.repeat(depth + 1);
}

/** The text around the values. */
function literalOf({ text, values }: FilledText): string {
  let [literal, from] = ['', 0];
  for (const [start, end] of values) {
    literal += text.slice(from, start);
    from = end;
  }
  return literal + text.slice(from);
}

/** Whether each line holds nothing but one value. */
function isValueAlone(runs: readonly FilledText[]): boolean {
  let count = 0;
  for (const { text, values } of runs) {
    let from = 0;
    for (const [start, end] of [...values, [text.length, text.length] as const]) {
      const literal = text.slice(from, start);
      if (literal.trim() !== '') return false;
      if (lineBreak.test(literal)) count = 0;
      if (end > start) count += 1;
      if (count > 1) return false;
      from = end;
    }
  }
  return true;
}

const rightToLeftScripts = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']);
const directions = new Map<string, boolean>();

/** Whether a language (BCP 47) is written from right to left. */
function isRightToLeft(language: string): boolean {
  let isSo = directions.get(language);
  if (isSo === undefined) {
    isSo = rightToLeftScripts.has(new Intl.Locale(language).maximize().script ?? '');
    if (directions.size < 1_000) directions.set(language, isSo);
  }
  return isSo;
}
