import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Words that are not technical terms, each with the term that a newcomer searches for. `word` is matched against names,
 * converted to kebab-case; `phrase` against every line of code and prose.
 */
interface BannedWord {
  word?: RegExp;
  phrase?: RegExp;
  say: string;
}

/** Matches a name that contains these consecutive parts, such as `take-turn` in `takeTurnOf`. */
const part = (parts: string): RegExp => new RegExp(`(?:^|-)(?:${parts})(?:-|$)`);
/** Matches exactly this name. */
const exactly = (name: string): RegExp => new RegExp(`^(?:${name})$`);

const bannedWords: readonly BannedWord[] = [
  { word: part('desks?'), phrase: /\bdesks?\b/i, say: 'service, or guard' },
  { word: part('surroundings'), phrase: /\bsurroundings\b/i, say: 'context, dependencies' },
  { word: part('take-turns?|turn-taking'), say: 'lock' },
  { word: part('hand-on|hands-on|handed-on'), say: 'enqueueNextChunk' },
  { word: part('judges?|judged|judging'), phrase: /\bjudg(?:es?|ed|ing)\b/i, say: 'validate' },
  { word: part('surveys?|surveyed'), phrase: /\bsurvey(?:s|ed)?\b/i, say: 'scan' },
  { word: exactly('ways'), say: 'providers' },
  { word: part('worlds?'), say: 'seed, fixture' },
  { word: part('keepers?'), phrase: /\bkeepers?\b/i, say: 'reaper, or watchdog' },
  { word: part('last-words'), say: 'crashExcerpt' },
  { word: part('seats?|seated'), phrase: /\bseats?\b/i, say: 'connection, presence' },
  { word: part('told|tells?'), say: 'messages, describe, notify' },
  { word: part('unborn'), phrase: /\bunborn\b/i, say: 'deletePrepared' },
  { word: part('open-books?|books?'), phrase: /\bbooks of\b/i, say: 'ledger, counts' },
  { word: part('answer-tls'), say: 'tlsAsk' },
  { word: part('hears?|heard'), say: 'onEvent, received' },
  { word: part('announces?|announced'), say: 'publish, notify' },
  { word: part('doors?'), phrase: /\b(?:front door|the one door)\b/i, say: 'guard, entry' },
  { word: part('trials?'), say: 'check' },
  { word: exactly('standing'), say: 'existing, current' },
  {
    word: part('mends?|mended|mending'),
    phrase: /(?<!\p{L})mend(?:s|ed|ing)?(?!\p{L})/iu,
    say: 'fix, repair',
  },
  { phrase: /\bdear(?:er)? to (?!\{\{)/i, say: 'expensive' },
  { phrase: /\bthe word of it\b/i, say: 'what the field says' },
  { phrase: /\bnobody[’']s (?:business)\b/i, say: 'none' },
  { phrase: /\bfull[- ]length\b/i, say: 'long-running' },
];

/** Comments and string literals; the rest is code. */
const written = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

const inKebab = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[_.]+/g, '-')
    .toLowerCase();

interface Found {
  line: number;
  word: string;
  say: string;
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Names in a source text that contain a banned word. */
export function bannedNames(text: string): Found[] {
  // Replaced by spaces, so that line numbers stay the same.
  const code = text.replace(written, (piece) => piece.replace(/[^\n]/g, ' '));
  return [...code.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].flatMap(({ 0: name, index }) => {
    const kebab = inKebab(name);
    const banned = bannedWords.find(({ word }) => word?.test(kebab));
    return banned ? [{ line: lineOf(text, index), word: name, say: banned.say }] : [];
  });
}

/** Banned phrases of a text, code or prose. */
export function bannedPhrases(text: string): Found[] {
  return text.split('\n').flatMap((content, index) =>
    bannedWords.flatMap(({ phrase, say }) => {
      const word = phrase?.exec(content)?.[0];
      return word ? [{ line: index + 1, word, say }] : [];
    }),
  );
}

const code = /\.(?:ts|tsx|mjs)$/;
const prose = /\.(?:md|yml|css)$|(?:^|\/)(?:Dockerfile|Caddyfile)$/;
/** This table and its test. */
const own = /^scripts\/checks\/vocabulary(?:\.test)?\.ts$/;
/** Texts of templates, which are shown to users. */
const shown = /^packages\/design\/src\/catalog\//;

/** Every banned name and phrase in these files, with its place. */
export function bannedWordsIn(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => (code.test(file) || prose.test(file)) && !own.test(file) && !shown.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const name = inKebab(basename(file).replace(/(?:\.\w+)+$/, ''));
      const ofName = bannedWords.filter(({ word }) => word?.test(name));
      const found = [
        ...ofName.map(({ say }) => ({ line: 1, word: basename(file), say })),
        ...(code.test(file) ? bannedNames(text) : []),
        ...bannedPhrases(text),
      ];
      return found.map(({ line, word, say }) => `${file}:${line} “${word}”: say ${say}`);
    });
}
