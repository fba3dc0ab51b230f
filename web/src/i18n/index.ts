import { isolated, type Language } from '@sello/contracts';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { browserLanguage, chooseLanguage, localeTags, storeLanguage } from './language.ts';
import { mounted } from './mounted.ts';
import { type TextTree, withEveryPlural } from './plurals.ts';
import type { TextFiles } from './texts.d.ts';

/** Each language is named in itself, so that its speakers can read it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português (BR)',
};

/** A locale file: the texts of one feature, under its name. */
export type Feature = keyof TextFiles;

/** A chunk of texts: a feature's, or the part of the errors that every page loads. */
type File = Feature | 'briefErrors';

const files = import.meta.glob<TextTree>('./locales/*/*.json', { import: 'default' });
const brief = import.meta.glob<TextTree>('./brief/*.declared.ts', { import: 'texts' });

/** The features that every page can show: layout and errors. */
export const everywhere: readonly Feature[] = ['auth', 'common', 'errors', 'fileFaults', 'header'];

/** What this window has loaded, to load it again when the language changes. */
const wanted = new Set<File>(['auth', 'common', 'briefErrors', 'header']);
const loaded = new Set<string>();
const { promise: started, resolve: start } = Promise.withResolvers<void>();

/** Resolves when the texts that every page shows are loaded. */
export { started as textsStarted };

async function load(language: Language, features: Iterable<File>): Promise<void> {
  const missing = [...features].filter((feature) => !loaded.has(`${language}/${feature}`));
  await Promise.all(
    missing.map(async (feature) => {
      const isBrief = feature === 'briefErrors';
      const name = isBrief ? 'errors' : feature;
      const fetch = isBrief
        ? brief[`./brief/${language}.declared.ts`]
        : files[`./locales/${language}/${name}.json`];
      const texts = await fetch!();
      const tree = withEveryPlural(language, mounted(name, texts));
      i18next.addResourceBundle(language, 'translation', tree, true, true);
      loaded.add(`${language}/${feature}`);
    }),
  );
}

/** Loads a screen's texts in the current language; a later change of language includes them. */
export async function needTexts(features: readonly Feature[]): Promise<void> {
  for (const feature of features) wanted.add(feature);
  await started;
  const language = currentLanguage();
  await load(language, features);
  // Changed meanwhile, by a change that began before these were wanted.
  if (currentLanguage() !== language) await load(currentLanguage(), features);
}

/**
 * Loads the language of this browser and keeps `<html lang>` in sync. Every text exists in every language (a test
 * checks it).
 */
export async function startTexts(): Promise<i18n> {
  const language = browserLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: {},
    partialBundledLanguages: true,
    // React escapes markup; this escape isolates names, so that their direction does not affect the sentence (UAX #9).
    interpolation: { escapeValue: true, escape: isolated },
    returnNull: false,
  });
  i18next.on('languageChanged', (now) => {
    // There is no document when the build prerenders the front page.
    if ('document' in globalThis) document.documentElement.lang = localeTags[now as Language];
  });
  await load(language, wanted);
  await i18next.changeLanguage(language);
  start();
  return i18next;
}

/** The language that was chosen last. */
let chosen: Language | undefined;

/**
 * Changes the language, and stores it for the next visit, once its texts are there. Of several choices the last one counts.
 * Rejects when the texts of that one cannot be fetched; the language stays as it was.
 */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language;
  try {
    await load(language, wanted);
  } catch (error) {
    if (chosen === language) throw error;
  }
  if (chosen !== language) return;
  storeLanguage(language);
  await i18next.changeLanguage(language);
}

export function currentLanguage(): Language {
  return chooseLanguage(i18next.language, []);
}
