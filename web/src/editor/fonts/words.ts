import { dictionaryWords, type WordFinder } from '@sello/design';
import { Pending } from '../pending.ts';

/** Where the words begin of each text, in UTF-16 code units, as the renderer finds them. */
export type FindWords = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

const mostTexts = 50;
const mostKnown = 5_000;

/**
 * The words of Thai, Khmer, Lao and Burmese as the renderer's dictionaries find them: those of a browser are others, and
 * lines would break elsewhere. Throws `Pending` for a text that is not known yet; texts asked for together go in one call.
 * When the server cannot be reached, the browser's own are taken.
 */
export function wordsOfRenderer(find: FindWords): WordFinder {
  const known = new Map<string, readonly number[]>();
  let asked: { texts: string[]; answer: Promise<void> } | null = null;

  const ask = (texts: string[]): Promise<void> =>
    // Whatever is laid out in the same turn is asked for together.
    Promise.resolve()
      .then(() => {
        asked = null;
        return find(texts);
      })
      .catch(() => texts.map(dictionaryWords))
      .then((found) => {
        if (known.size > mostKnown) known.clear();
        for (const [index, text] of texts.entries()) known.set(text, found[index] ?? []);
      });

  return (text) => {
    const words = known.get(text);
    if (words) return words;
    if (!asked || asked.texts.length >= mostTexts) {
      const texts: string[] = [];
      asked = { texts, answer: ask(texts) };
    }
    if (!asked.texts.includes(text)) asked.texts.push(text);
    throw new Pending(asked.answer);
  };
}
