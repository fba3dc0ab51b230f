/** Any character of a right-to-left script. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * Wraps text with right-to-left characters in a directional isolate (UAX #9, FSI and PDI), so that it does not affect
 * the direction of the surrounding text. For plain text and file names, where there is no markup. Other text is
 * unchanged.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? firstStrongIsolate + text + popDirectionalIsolate : text;
}
