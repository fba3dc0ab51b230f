import type { Pieces } from './pieces.ts';

export interface Word {
  /** Parts of one direction each, in the order of reading. */
  parts: readonly ({ level: number } & Pieces)[];
  /** Width in ems, letter spacing after every character included. */
  em: number;
  /** Index of its first UTF-16 unit in the paragraph. */
  start: number;
}

export interface Paragraph {
  words: readonly Word[];
  bidi: { levels: Uint8Array; base: number } | null;
}

export interface Line {
  paragraph: Paragraph;
  words: readonly Word[];
  /** Width in ems, the last character's letter spacing included. */
  em: number;
  spaces: number;
  /** The last one of its paragraph. */
  last: boolean;
}

/**
 * Breaks greedily at spaces, as the editor's canvas does: a word that alone exceeds the width stays whole, the space
 * at a break belongs to no line, and the letter spacing after a line's last character does not count.
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
