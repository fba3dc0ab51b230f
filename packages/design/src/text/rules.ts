import type { Design } from '@sello/contracts';
import type { WordFinder } from './breaks/opportunities.ts';

/** By which rules texts are set. */
export interface LayoutRules {
  /**
   * spaces: a line breaks at U+0020 alone, and one of them vanishes. unicode: where Unicode Annex 14, the dictionaries of
   * Southeast Asia and the language allow it, and all white space at a break hangs.
   */
  breaks: 'spaces' | 'unicode';
  /** word: each word and each space is shaped on its own. run: all text of one style and direction together. */
  shapes: 'word' | 'run';
  /** Whether direction `auto` is that of each line between line breaks or of the whole paragraph. */
  directs: 'line' | 'paragraph';
  /** Whether the language decides the forms of letters and which faces stand in. */
  languages: boolean;
  /** Whether a word longer than the box makes the box wider for all lines, instead of running out of it alone. */
  overlongWidens: boolean;
  /** Finds the words of scripts without spaces; left out = the dictionaries of this platform. */
  words?: WordFinder;
  /** canvas: a line is 1.13 × size high, its base line 0.879 × size below its top. fonts: as the face says. */
  metrics: 'canvas' | 'fonts';
}

/** Stored designs print as they always did: version 1 is what the canvas of the first editor measured. */
export const layoutRules: Readonly<Record<Design['renderingVersion'], LayoutRules>> = {
  1: {
    breaks: 'spaces',
    shapes: 'word',
    directs: 'line',
    languages: false,
    overlongWidens: true,
    metrics: 'canvas',
  },
  2: {
    breaks: 'unicode',
    shapes: 'run',
    directs: 'paragraph',
    languages: true,
    overlongWidens: false,
    metrics: 'fonts',
  },
};
