import { issueError } from './field-error.ts';
import { limits } from './limits.ts';
import { lineText } from './texts.ts';

/** The name, without `batch.`, of the variable that says what a certificate is for; without `custom.` that of a column. */
export const courseKey = 'course';

/** Beyond this many UTF-16 code units a name is not counted: no name of the allowed length has so many. */
const maxCodeUnits = 10_000;

let graphemes: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them (extended grapheme clusters, UAX #29): an emoji is one. */
export function graphemesOf(text: string): string[] {
  graphemes ??= new Intl.Segmenter();
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

export const isBatchNameTooLong = (name: string): boolean => graphemesOf(name).length > limits.batchName;

/** The name of a batch that issues certificates: one line; empty for the usual one. */
export const batchName = lineText(maxCodeUnits).superRefine((name, context) => {
  if (!isBatchNameTooLong(name)) return;
  const params = issueError('batch_name_too_long', { max: limits.batchName });
  context.addIssue({ code: 'custom', message: 'the name is too long', params });
});

/**
 * The usual name: what is issued, and the day; with a number when another batch has that name already. What is issued is
 * cut where the name would be too long.
 */
export function usualBatchName(issued: string, day: string, taken: ReadonlySet<string> = new Set()): string {
  for (let number = 1; ; number += 1) {
    const end = `${day}${number > 1 ? ` (${number})` : ''}`;
    const start = shortened(issued, limits.batchName - graphemesOf(end).length - 2);
    const name = [start, end].filter(Boolean).join(', ');
    if (!taken.has(name)) return name;
  }
}

function shortened(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const all = graphemesOf(line);
  return all.length <= length ? line : `${all.slice(0, length - 1).join('')}…`;
}
