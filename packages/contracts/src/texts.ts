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

/** Where a text is not displayed as it is written: the character there (`U+202E`), and its place, counted from 1. */
export interface UnreadableText {
  problem: TextProblem;
  letter: string;
  at: number;
}

const letterAt = (text: string, index: number): { letter: string; at: number } => {
  const code = text.codePointAt(index) ?? 0;
  const letter = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { letter, at: [...text.slice(0, index)].length + 1 };
};

/** Why and where a text would not be displayed as it is written; undefined for a readable or empty text. */
export function findUnreadable(text: string, { lines = false } = {}): UnreadableText | undefined {
  const patterns = {
    surrogate: loneSurrogates,
    direction: directions,
    control: lines ? controlsButLines : controls,
  };
  for (const [problem, pattern] of Object.entries(patterns)) {
    const index = text.search(pattern);
    if (index >= 0) return { problem: problem as TextProblem, ...letterAt(text, index) };
  }
  const decomposed = text.normalize('NFD');
  const stack = decomposed.search(stackedMarks);
  if (stack >= 0) return { problem: 'marks', ...letterAt(text, placeIn(text, stack)) };
  if (text.trim() === '' || visible.test(text)) return undefined;
  return { problem: 'invisible', ...letterAt(text, text.search(/\S/)) };
}

/** The index in the text of one in its decomposed form: that of the character that it is part of. */
function placeIn(text: string, decomposedIndex: number): number {
  let [index, passed] = [0, 0];
  for (const letter of text) {
    passed += letter.normalize('NFD').length;
    if (passed > decomposedIndex) return index;
    index += letter.length;
  }
  return index;
}

/** Why a text would not be displayed as it is written; undefined for a readable or empty text. */
export function textProblem(text: string, options: { lines?: boolean } = {}): TextProblem | undefined {
  return findUnreadable(text, options)?.problem;
}

/** As wide as a letter and blank: Hangul fillers and the blank Braille pattern. */
const wideFillers = / *[\u115f\u1160\u2800\u3164\uffa0]+ */g;
/**
 * Characters that are not seen, but for those that a script or a picture needs: the joiners after a letter of a script
 * that joins, or between pictures; and the selectors of a variant after Han, Mongolian and Phags-pa letters, Myanmar
 * ones, digits, signs and pictures. What `findUnreadable` refuses is none of them.
 */
const unseen = new RegExp(
  [
    String.raw`(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Mn}\p{Mc}])\u200c`,
    String.raw`(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Mn}\p{Mc}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d`,
    String.raw`(?<![\p{Ideographic}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Myanmar}\p{Emoji}\p{S}])[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    String.raw`(?![\u180b-\u180d\u180f\u200c\u200d\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f\ufeff\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
);

/** The first character of a text that is not seen and that its script does not need; undefined when there is none. */
export function findFiller(text: string): { letter: string; at: number } | undefined {
  const places = [text.search(/[\u115f\u1160\u2800\u3164\uffa0]/), text.search(unseen)].filter(
    (index) => index >= 0,
  );
  return places.length === 0 ? undefined : letterAt(text, Math.min(...places));
}

/** The text without what is not seen in it; blank fillers become spaces. A text of nothing else stays as it is. */
export function withoutFillers(text: string): string {
  const seen = text.replace(wideFillers, ' ').replace(unseen, '').trim();
  return seen === '' ? text : seen;
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
    const found = findUnreadable(text, { lines });
    if (found !== undefined) {
      context.addIssue({
        code: 'custom',
        message: `not readable: ${found.problem}`,
        params: { text: found },
      });
    }
  };
}

/** A non-empty name of one line with a visible character, at most `max` UTF-16 code units. */
export const nameText = (max: number) =>
  z.string().transform(oneLine).pipe(z.string().min(1).max(max).superRefine(refuseUnreadable()));

/** The name of a person: as `nameText`, and it loses its fillers (`withoutFillers`), which lists and forms brought in. */
export const personName = (max: number) =>
  z
    .string()
    .transform((text) => withoutFillers(oneLine(text)))
    .pipe(z.string().min(1).max(max).superRefine(refuseUnreadable()));

/** One line that may be empty. */
export const lineText = (max: number) =>
  z.string().transform(oneLine).pipe(z.string().max(max).superRefine(refuseUnreadable()));

/** Text of several lines that may be empty. */
export const linesText = (max: number) => z.string().max(max).superRefine(refuseUnreadable(true));

/** Whether a zod issue comes from `refuseUnreadable`. */
export const isUnreadableText = (issue: z.core.$ZodIssue): boolean => unreadableOf(issue) !== undefined;

/** What `refuseUnreadable` found. */
export function unreadableOf(issue: z.core.$ZodIssue): UnreadableText | undefined {
  return issue.code === 'custom' ? (issue.params?.text as UnreadableText | undefined) : undefined;
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
