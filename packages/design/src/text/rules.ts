import type { Design } from '@sello/contracts';
import type { WordFinder } from './breaks/opportunities.ts';

/** The rules of text layout, which differ by rendering version. */
export interface LayoutRules {
  /**
   * spaces: a line breaks only at U+0020, and one space at the break is removed. unicode: a line breaks where Unicode
   * Annex 14, the dictionaries of Southeast Asia and the language allow it, and all white space at a break hangs.
   */
  breaks: 'spaces' | 'unicode';
  /** word: each word and each space is shaped separately. run: all text of one style and direction together. */
  shapes: 'word' | 'run';
  /** Whether direction `auto` is resolved for each line between forced breaks or for the whole paragraph. */
  directs: 'line' | 'paragraph';
  /** Whether values are isolated from the direction of the text around them. */
  isolates: boolean;
  /** Whether the language selects letter forms and fallback faces. */
  languages: boolean;
  /** Whether a word wider than the box widens the box for all lines; otherwise only that word overflows. */
  overlongWidens: boolean;
  /** Finds the words of scripts without spaces; by default with the dictionaries of this platform. */
  words?: WordFinder;
  /** canvas: a line is 1.13 × size high, its baseline 0.879 × size below its top. fonts: the metrics of the face. */
  metrics: 'canvas' | 'fonts';
}

/** Output of stored designs must not change: version 1 reproduces the measurements of the first editor's canvas. */
export const layoutRules: Readonly<Record<Design['renderingVersion'], LayoutRules>> = {
  1: {
    breaks: 'spaces',
    shapes: 'word',
    directs: 'line',
    isolates: false,
    languages: false,
    overlongWidens: true,
    metrics: 'canvas',
  },
  2: {
    breaks: 'unicode',
    shapes: 'run',
    directs: 'paragraph',
    isolates: true,
    languages: true,
    overlongWidens: false,
    metrics: 'fonts',
  },
};
