const graphemes = new Intl.Segmenter();

/**
 * The first letter or figure of a name, as a reader sees it (a grapheme, UAX #29), in upper case where that is one
 * letter too; a dot for a name without either.
 */
export function initialOf(name: string): string {
  for (const { segment } of graphemes.segment(name)) {
    if (!/[\p{L}\p{N}]/u.test(segment)) continue;
    const upper = segment.toUpperCase();
    return upper.length > segment.length ? segment : upper;
  }
  return '·';
}
