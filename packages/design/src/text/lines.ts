import type { Pieces } from './pieces.ts';

export interface Word {
  /** Parts of one direction each, in logical order. */
  parts: readonly ({ level: number } & Pieces)[];
  /** Width in ems, including the letter spacing after every character. */
  em: number;
  /** Index of its first UTF-16 code unit in the paragraph. */
  start: number;
}

export interface Paragraph {
  words: readonly Word[];
  bidi: { levels: Uint8Array; base: number } | null;
}

export interface Line {
  paragraph: Paragraph;
  words: readonly Word[];
  /** Width in ems, including the letter spacing after the last character. */
  em: number;
  spaces: number;
  /** Whether it is the last line of its paragraph. */
  last: boolean;
}

/**
 * Breaks greedily at spaces, as the editor's canvas does: a word longer than the width is not broken, the space at a
 * break is dropped, and the letter spacing after a line's last character is ignored.
 */
export function breakLines(
  paragraphs: readonly Paragraph[],
  widthInEms: number,
  spacing: { space: number; letter: number },
): Line[] {
  const lines: Line[] = [];
  for (const paragraph of paragraphs) {
    let words: Word[] = [];
    let em = 0;
    for (const word of paragraph.words) {
      const wider = em + spacing.space + word.em;
      if (words.length > 0 && wider - spacing.letter > widthInEms) {
        lines.push({ paragraph, words, em, spaces: words.length - 1, last: false });
        words = [word];
        em = word.em;
      } else {
        em = words.length > 0 ? wider : word.em;
        words.push(word);
      }
    }
    lines.push({ paragraph, words, em, spaces: words.length - 1, last: true });
  }
  return lines;
}
