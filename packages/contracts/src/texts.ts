import { z } from 'zod';

/**
 * Names and the texts shown next to them. In Unicode a text can be displayed as another one (direction overrides, UAX
 * #9), be invisible (default ignorable characters, UAX #44) or cover adjacent text (stacked marks, UTS #39, 5.4). Such
 * input is rejected here, so that the code that displays it does not have to handle it.
 */

/** Line breaks and tabs of every kind, which become spaces in a text of one line. */
const lineBreaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;
/** The other control characters, tag characters, and noncharacters. */
const controls = /[\p{Cc}\p{Noncharacter_Code_Point}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const controlsButLines =
  /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** Embeddings, overrides and isolates, which can change the direction of the text that follows. */
const directions = /[\u202a-\u202e\u2066-\u2069]/;
const loneSurrogates = /\p{Surrogate}/u;
/**
 * Any visible character other than a mark or modifier. U+2800, the blank Braille pattern, is a symbol (So) in Unicode.
 */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{Sc}\p{Sm}\p{So}]/u;
/** Five consecutive marks, which no language uses; Tibetan is exempt because its stacked letters are marks. */
const stackedMarks = /(?:(?!\p{Script=Tibetan})\p{M}){5}/u;

export type TextProblem = 'control' | 'direction' | 'surrogate' | 'marks' | 'invisible';

/** Why a text would not be displayed as it is written; undefined for a readable or empty text. */
export function textProblem(text: string, { lines = false } = {}): TextProblem | undefined {
  if (loneSurrogates.test(text)) return 'surrogate';
  if (directions.test(text)) return 'direction';
  if ((lines ? controlsButLines : controls).test(text)) return 'control';
  if (stackedMarks.test(text.normalize('NFD'))) return 'marks';
  return text.trim() !== '' && !visible.test(text) ? 'invisible' : undefined;
}

/** One line of text: line breaks and tabs become spaces; the text is trimmed. */
function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ').trim();
}

/**
 * A zod refinement that rejects texts with a `textProblem`. The issue has `params.text`, by which `isUnreadableText`
 * distinguishes it from other custom issues.
 */
export function refuseUnreadable(lines = false) {
  return (text: string, context: z.RefinementCtx<string>): void => {
    const problem = textProblem(text, { lines });
    if (problem !== undefined) {
      context.addIssue({ code: 'custom', message: `not readable: ${problem}`, params: { text: problem } });
    }
  };
}

/** A non-empty name of one line with a visible character, at most `max` UTF-16 code units. */
export const nameText = (max: number) =>
  z.string().transform(oneLine).pipe(z.string().min(1).max(max).superRefine(refuseUnreadable()));

/** One line that may be empty. */
export const lineText = (max: number) =>
  z.string().transform(oneLine).pipe(z.string().max(max).superRefine(refuseUnreadable()));

/** Text of several lines that may be empty. */
export const linesText = (max: number) => z.string().max(max).superRefine(refuseUnreadable(true));

/** Whether a zod issue comes from `refuseUnreadable`. */
export function isUnreadableText(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.text !== undefined;
}

/**
 * Characters that Windows, macOS or a shell reject or interpret, and non-printing ones except the joiners (ZWJ, ZWNJ).
 */
const unsafeInFileNames = /(?:(?![\u200c\u200d])[\p{C}/\\:*?"<>|])+/gu;
const reservedFileNames = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name without extension from a text such as a person's name: valid on every system, at most `longest`
 * characters (code points). Letters of all scripts are kept; `fallback` is returned when no character is left.
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
