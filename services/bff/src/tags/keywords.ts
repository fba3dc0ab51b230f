import type { Language } from '@sello/contracts';
import { parseText } from '@sello/design';
import { cleanTags, foldedTag, foldedWord, suggestedTags } from './clean-tags.ts';
import { honorifics, joiningWordsOf, signers, stopWordsOf } from './stop-words.ts';
import { boundedTexts } from './template-text.ts';

export interface KeywordOptions {
  language: Language | undefined;
  /** Tags that exist, by `existingByFold`. */
  existing: ReadonlyMap<string, string>;
}

/** A word, or what ends a phrase: punctuation, a number, the end of a line, a variable. */
type Token = { word: string } | null;

/** Words and numbers, with inner hyphens and apostrophes; any other sign; the end of a line. */
const tokens = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s]|\n/gu;
const isWord = /^\p{L}[^\p{N}]*$/u;

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let isName = false;
  for (const part of parseText(text)) {
    found.push(null);
    isName = false;
    if (part.kind === 'variable') continue;
    for (const [token] of part.text.normalize('NFC').matchAll(tokens)) {
      const word = token.toLowerCase();
      if (!isWord.test(token)) {
        // The full stop of "Dr." does not end the name.
        if (token !== '.') isName = false;
        found.push(null);
      } else if (honorifics.has(word) || (found.at(-1) === null && signers.has(word))) {
        isName = true;
        found.push(null);
      } else {
        found.push(isName ? null : { word });
      }
    }
  }
  return found;
}

interface Candidate {
  tag: string;
  score: number;
  count: number;
  words: readonly string[];
}

/** Adds up what speaks for each candidate, by its folded form; the first spelling is shown. */
function createTally() {
  const candidates = new Map<string, Candidate>();
  return {
    candidates,
    add(words: readonly string[], score: number) {
      const tag = words.join(' ');
      const key = foldedTag(tag);
      const known = candidates.get(key);
      if (known) {
        known.score += score;
        known.count++;
      } else {
        candidates.set(key, { tag, score, count: 1, words: words.map(foldedWord) });
      }
    },
  };
}

/** The phrases of a text: words between stop words, as in RAKE (Rose et al. 2010), and two joined by a small word. */
function phrasesOf(found: readonly Token[], { language }: KeywordOptions): string[][] {
  const stop = stopWordsOf(language);
  const joins = joiningWordsOf(language);
  /** The word, if it has a subject. */
  const content = (token: Token | undefined): string | undefined =>
    token != null && token.word.length > 2 && token.word.length <= 30 && !stop.has(token.word)
      ? token.word
      : undefined;
  const phrases: string[][] = [];
  let phrase: string[] = [];
  for (const [index, token] of found.entries()) {
    const word = content(token);
    if (word !== undefined) {
      phrase.push(word);
      continue;
    }
    if (phrase.length > 0) phrases.push(phrase);
    phrase = [];
    const [before, after] = [content(found[index - 1]), content(found[index + 1])];
    const isAlone = content(found[index - 2]) === undefined && content(found[index + 2]) === undefined;
    if (token && joins.has(token.word) && before !== undefined && after !== undefined && isAlone) {
      phrases.push([before, token.word, after]);
    }
  }
  if (phrase.length > 0) phrases.push(phrase);
  return phrases;
}

/** A tag that exists counts for more than a new one. */
const preferred = 4;
/** A text of this many words is a title, whose phrases count although they stand there once. */
const titleWords = 8;

/**
 * Tags from the words of texts, without any service: the same texts give the same tags. Words in short texts, such as
 * titles, weigh more than those in long ones; of a phrase and its words only one is suggested; what follows a title such
 * as "Dr." is a name, and what follows "Director" a department, and is not. Takes at most a fixed number of characters, so its time is bounded.
 */
export function keywordTags(texts: readonly string[], options: KeywordOptions): string[] {
  const tally = createTally();
  const folded: string[] = [];
  for (const text of boundedTexts(texts)) {
    const found = tokensOf(text);
    const length = found.filter((token) => token !== null).length;
    const weight = 1 / Math.sqrt(Math.max(1, length));
    for (const phrase of phrasesOf(found, options)) {
      const isJoined = phrase.length === 3 && joiningWordsOf(options.language).has(phrase[1] as string);
      if (!isJoined) for (const word of phrase) tally.add([word], weight);
      if (phrase.length > 1 && phrase.length <= 3) {
        tally.add(phrase, weight * (length <= titleWords ? 1.3 : 0.6));
      }
    }
    folded.push(found.map((token) => (token ? foldedWord(token.word) : '.')).join(' '));
  }

  const all = ` ${folded.join(' . ')} `;
  for (const [key, tag] of options.existing) {
    if (!all.includes(` ${key} `)) continue;
    const candidate = tally.candidates.get(key);
    if (candidate) candidate.score *= preferred;
    else tally.candidates.set(key, { tag, score: preferred, count: 1, words: key.split(' ') });
  }
  return cleanTags(chosen([...tally.candidates.values()]), options);
}

/** The best candidates; none repeats the words of a better one, unless it stands elsewhere, too. */
function chosen(candidates: Candidate[]): string[] {
  // The sort is stable: of equal scores the first in the template is first.
  candidates.sort((a, b) => b.score - a.score);
  const taken: Candidate[] = [];
  for (const candidate of candidates) {
    if (taken.length === 2 * suggestedTags) break;
    const overlapping = taken.filter(({ words }) => words.some((word) => candidate.words.includes(word)));
    const repeats = overlapping.reduce((sum, { count }) => sum + count, 0);
    if (overlapping.length === 0 || (candidate.words.length === 1 && candidate.count > repeats + 1)) {
      taken.push(candidate);
    }
  }
  return taken.map(({ tag }) => tag);
}
