/** Any character of a script that runs from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * The text so that it neither turns its neighbours nor is turned by them, where no markup can say so: in plain text
 * and file names (UAX #9, FSI and PDI). Text without letters that run from right to left is left as it is.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? firstStrongIsolate + text + popDirectionalIsolate : text;
}
