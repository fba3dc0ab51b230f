import { z } from 'zod';

/**
 * Texts that people read as somebody's name, or beside one. Unicode lets a text show as another one (overrides of
 * direction, UAX #9), hide (default ignorable characters, UAX #44) or climb over its neighbours (stacked marks, UTS
 * #39, 5.4); what does is refused where it comes in, so that no reader of it has to think of it.
 */

/** Line ends and tabs of every kind: a blank, in a text of one line. */
const lineBreaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;
/** What remains of control characters, and code points that are no characters. */
const controls = /[\p{Cc}\p{Noncharacter_Code_Point}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const controlsButLines =
  /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** Embeddings, overrides and isolates: they turn the text that follows, also that which is not theirs. */
const directions = /[\u202a-\u202e\u2066-\u2069]/;
const loneSurrogates = /\p{Surrogate}/u;
/** Anything that leaves ink and is more than an accent. Braille's blank pattern is a symbol to Unicode. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{Sc}\p{Sm}\p{So}]/u;
/** Five marks in a row, as no language writes them; Tibetan stacks its letters as marks. */
const stackedMarks = /(?:(?!\p{Script=Tibetan})\p{M}){5}/u;

export type TextProblem = 'control' | 'direction' | 'surrogate' | 'marks' | 'invisible';

/** What keeps a text from being read as it stands; empty text has no problem of this kind. */
export function textProblem(text: string, { lines = false } = {}): TextProblem | undefined {
  if (loneSurrogates.test(text)) return 'surrogate';
  if (directions.test(text)) return 'direction';
  if ((lines ? controlsButLines : controls).test(text)) return 'control';
  if (stackedMarks.test(text.normalize('NFD'))) return 'marks';
  return text.trim() !== '' && !visible.test(text) ? 'invisible' : undefined;
}

/** One line of text: breaks and tabs become blanks, blanks around it go. */
function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ').trim();
}

/**
 * A refinement that refuses what `textProblem` finds. The marker `params.text` of its issue tells an edge this refusal
 * from a length or a missing value.
 */
export function refuseUnreadable(lines = false) {
  return (text: string, context: z.RefinementCtx<string>): void => {
    const problem = textProblem(text, { lines });
    if (problem !== undefined) {
      context.addIssue({ code: 'custom', message: `not readable: ${problem}`, params: { text: problem } });
    }
  };
}

/** A name of one line with at least one thing to see, at most `max` UTF-16 units. */
export const nameText = (max: number) =>
  z.string().transform(oneLine).pipe(z.string().min(1).max(max).superRefine(refuseUnreadable()));

/** One line that may be empty. */
export const lineText = (max: number) =>
  z.string().transform(oneLine).pipe(z.string().max(max).superRefine(refuseUnreadable()));

/** Text of several lines that may be empty. */
export const linesText = (max: number) => z.string().max(max).superRefine(refuseUnreadable(true));

/** Is this issue of a zod error one of ours? */
export function isUnreadableText(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.text !== undefined;
}

/** What Windows, macOS or a shell would stumble over, and everything that does not print but the joiners of a word. */
const unsafeInFileNames = /(?:(?![\u200c\u200d])[\p{C}/\\:*?"<>|])+/gu;
const reservedFileNames = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name, without extension, made of a text such as a person's name: one that every system takes, of at most
 * `longest` characters. Letters of all scripts stay; `fallback` stands for a text of which nothing is left.
 */
export function fileNameText(text: string, fallback: string, longest = 120): string {
  const plain = text
    .normalize('NFC')
    .replace(unsafeInFileNames, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const short = [...plain].slice(0, longest).join('').trim();
  if (short === '') return fallback;
  return reservedFileNames.test(short) ? `${short}_` : short;
}
