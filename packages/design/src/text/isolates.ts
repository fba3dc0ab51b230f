// Values within texts of two directions (Unicode Annex 9, 2.4.2): an Arabic name must not turn the sentence around it, nor
// the numbers beside it.
import { baseLevel, type Direction, hasRightToLeft } from './bidi.ts';

/** A text with the ranges of it that are values, in UTF-16 code units, ascending. */
export interface FilledText {
  text: string;
  values: readonly (readonly [start: number, end: number])[];
}

const [firstStrongIsolate, popIsolate, rightToLeftMark] = ['\u2068', '\u2069', '\u200f'];
const isolates = /[\u2066-\u2069]/;
const controls = /[\u202a-\u202e\u2066-\u2069]/;
const withinLines = /[^\n\v\f\r\x85\u2028\u2029]+/g;
const lineBreak = /[\n\v\f\r\x85\u2028\u2029]/;
const strong = /[\p{L}\u200e\u200f\u061c]/u;

/**
 * The texts of the runs of one paragraph with each value isolated, so that it is set in its own direction and does not
 * change the order of what surrounds it. Values of one direction with nothing but spaces between them, such as a first
 * and a last name, are one. Null where nothing changes: without right-to-left text, and for a paragraph that has nothing
 * but one value on each line, which gives the paragraph its direction.
 */
export function isolateValues(
  runs: readonly FilledText[],
  { direction, language }: { direction: Direction; language: string },
): string[] | null {
  if (runs.every(({ values }) => values.length === 0)) return null;
  if (direction !== 'rtl' && !runs.some(({ text }) => hasRightToLeft(text))) return null;
  const continued = continuedIn(runs);
  if (direction === 'auto' && isValueAlone(runs, continued)) return null;
  const isNeutral = !runs.some((run) => strong.test(literalOf(run)));
  // Words around values decide the direction (P2); where there are none, the language does.
  const start = direction === 'auto' && isNeutral && isRightToLeft(language) ? rightToLeftMark : '';
  let first = 0;
  return runs.map((run, index) => {
    const own = continued.slice(first, first + run.values.length + 1);
    first += run.values.length;
    return (index === 0 ? start : '') + isolatedIn(run, own);
  });
}

/** Of all values in order, whether each goes on with the value before it. */
function continuedIn(runs: readonly FilledText[]): boolean[] {
  const continued: boolean[] = [];
  let [before, literal]: [ReturnType<typeof directionOf>, string] = [null, ''];
  for (const { text, values } of runs) {
    let from = 0;
    for (const [start, end] of values) {
      literal += text.slice(from, start);
      const direction = directionOf(text.slice(start, end));
      const isSpace = literal.trim() === '' && !lineBreak.test(literal);
      continued.push(isSpace && direction !== null && direction === before);
      [before, literal, from] = [direction, '', end];
    }
    literal += text.slice(from);
  }
  return continued;
}

/** Null for a value without words, of several lines, or with controls, which must not reach the next. */
function directionOf(value: string): 'ltr' | 'rtl' | null {
  if (!/\p{L}/u.test(value) || lineBreak.test(value) || controls.test(value)) return null;
  return baseLevel(value, 'auto') === 1 ? 'rtl' : 'ltr';
}

/** `continued` has one more than the run: of the value behind it. */
function isolatedIn({ text, values }: FilledText, continued: readonly boolean[]): string {
  let [result, from] = ['', 0];
  for (const [at, [start, end]] of values.entries()) {
    const value = text.slice(start, end);
    const [isNext = false, hasNext = false] = continued.slice(at, at + 2);
    result += text.slice(from, start);
    if (isNext || hasNext) result += (isNext ? '' : firstStrongIsolate) + value + (hasNext ? '' : popIsolate);
    else result += value.replace(withinLines, isolated);
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
function isValueAlone(runs: readonly FilledText[], continued: readonly boolean[]): boolean {
  let [count, at] = [0, 0];
  for (const { text, values } of runs) {
    let from = 0;
    for (const [start, end] of [...values, [text.length, text.length] as const]) {
      const literal = text.slice(from, start);
      if (literal.trim() !== '') return false;
      if (lineBreak.test(literal)) count = 0;
      if (end > start && !continued[at++]) count += 1;
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
