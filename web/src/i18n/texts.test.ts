import { languages, permission } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { type TextTree, withEveryPlural } from './plurals.ts';
import declared from './texts.d.ts?raw';
import { everyText, features as featuresOfFiles } from './texts.fixture.ts';

const locales: Record<(typeof languages)[number], TextTree> = {
  en: everyText('en'),
  es: everyText('es'),
  pt: everyText('pt'),
};

function flat(tree: TextTree, before = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${before}${key}`, value] as const]
        : [...flat(value, `${before}${key}.`)],
    ),
  );
}

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!./locales/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const code = Object.values(sources).join('\n');
/** What verdicts say, as the names of texts under `verify`. */
const verdicts = Object.values(
  import.meta.glob<string>(
    ['../../../packages/contracts/src/verdicts/*.ts', '!../../../packages/contracts/src/verdicts/*.test.ts'],
    { query: '?raw', import: 'default', eager: true },
  ),
).join('\n');
const english = flat(locales.en);
const plural = /_(zero|one|two|few|many|other)$/;

// `npm run check` checks that every language has every text, and every error and call its own.
describe('the texts', () => {
  it('are typed from every locale file', () => {
    expect([...declared.matchAll(/^ {2}'?([\w.]+)'?: typeof/gm)].map(([, name]) => name)).toEqual(
      featuresOfFiles,
    );
  });

  it.each(languages)('in %s are not empty and have the same placeholders as in English', (language) => {
    const places = (text: string): string[] =>
      [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+\/?>/g) ?? [])].sort();
    for (const [key, text] of flat(locales[language])) {
      expect(text.trim(), key).not.toBe('');
      // A singular may write "one" as a word.
      if (!key.endsWith('_one')) expect(places(text), key).toEqual(places(english.get(key) ?? ''));
    }
  });

  it.each(languages)('in %s have a form for every plural category', (language) => {
    const filled = flat(withEveryPlural(language, locales[language]));
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const roots = [...filled.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''));
    expect(roots.length).toBeGreaterThan(0);
    for (const root of roots)
      for (const form of pluralCategories) expect(filled.has(`${root}_${form}`)).toBe(true);
  });
});

/** Literal keys in the code, and patterns of computed ones. */
const permissions: readonly string[] = permission.options;
const named = new Set([...code.matchAll(/['"`]([a-z][A-Za-z]*(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key!));
const computed = [
  ...[...code.matchAll(/`[a-z][A-Za-z]*\.(?:[\w-]+\.)*\$\{[^`]*`/g)].map(([whole]) => whole.slice(1, -1)),
  ...[...verdicts.matchAll(/\bsays: [`']((?:[\w.-]|\$\{[^}]*\})+)[`']/g)].map(([, says]) => `verify.${says}`),
].map(
  (template) =>
    new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+(\\.[\\w-]+)?')}$`),
);

describe('the code', () => {
  it('names only existing texts', () => {
    const features = Object.keys(locales.en);
    const keys = [...named].filter(
      (key) =>
        !permissions.includes(key) &&
        features.includes(key.split('.')[0]!) &&
        !/\.(ts|tsx|css|json)$/.test(key),
    );
    expect(keys.length).toBeGreaterThan(100);
    const has = (key: string): boolean =>
      english.has(key) ||
      english.has(`${key}_other`) ||
      [...english.keys()].some((known) => known.startsWith(`${key}.`));
    expect(keys.filter((key) => !has(key))).toEqual([]);
  });

  it('uses every text', () => {
    const roots = new Set([...english.keys()].map((key) => key.replace(plural, '')));
    const unused = [...roots].filter(
      (key) => !named.has(key) && !computed.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });
});
