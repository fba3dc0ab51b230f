import { isolated, type Language, languages } from '@sello/contracts';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { withEveryPlural } from './plurals.ts';
import type { Texts } from './texts.d.ts';

const languageKey = 'language';

/** What the person chose; else what the browser asks for; else English. `pt` is Portuguese of Brazil. */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  const known = (tag: string | null | undefined): Language | undefined =>
    languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
  return known(stored) ?? wanted.map(known).find(Boolean) ?? 'en';
}

/** Each language is named in itself, so that whoever needs it can read it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português (BR)',
};

/** The tag for `lang`, dates and numbers; English is written the way most of the world writes its dates. */
export const localeTags: Record<Language, string> = { en: 'en-GB', es: 'es', pt: 'pt-BR' };

/** A locale file: the texts of one feature, under its name. */
export type Feature = keyof Texts;

const files = import.meta.glob<object>('./locales/*/*.json', { import: 'default' });

/** What every page needs: its frame, its errors. */
export const everywhere: readonly Feature[] = ['auth', 'common', 'errors', 'footer', 'header'];

/** What is open in this window, in whichever language. */
const wanted = new Set<Feature>(everywhere);
const loaded = new Set<string>();
const { promise: started, resolve: start } = Promise.withResolvers<void>();

async function load(language: Language, features: Iterable<Feature>): Promise<void> {
  const missing = [...features].filter((feature) => !loaded.has(`${language}/${feature}`));
  await Promise.all(
    missing.map(async (feature) => {
      const texts = await files[`./locales/${language}/${feature}.json`]!();
      i18next.addResourceBundle(
        language,
        'translation',
        withEveryPlural(language, { [feature]: texts }),
        true,
        true,
      );
      loaded.add(`${language}/${feature}`);
    }),
  );
}

/** Fetches a screen's texts in the language in use; a later change of language takes them along. */
export async function needTexts(features: readonly Feature[]): Promise<void> {
  for (const feature of features) wanted.add(feature);
  await started;
  await load(currentLanguage(), features);
}

/** Loads the language of this browser, and keeps `<html lang>` true. Every text is there in every language (a test). */
export async function startTexts(): Promise<i18n> {
  const language = chooseLanguage(readStored(), navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: {},
    partialBundledLanguages: true,
    // React escapes what is markup; here names are kept from turning the sentence that they stand in.
    interpolation: { escapeValue: true, escape: isolated },
    returnNull: false,
  });
  i18next.on('languageChanged', (now) => {
    document.documentElement.lang = localeTags[now as Language];
  });
  await load(language, wanted);
  await i18next.changeLanguage(language);
  start();
  return i18next;
}

export async function setLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // A browser without storage keeps the choice for this page only.
  }
  await load(language, wanted);
  await i18next.changeLanguage(language);
}

export function currentLanguage(): Language {
  return chooseLanguage(i18next.language, []);
}

function readStored(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}
