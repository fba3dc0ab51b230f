import { isolated, type Language, languages } from '@sello/contracts';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { withEveryPlural } from './plurals.ts';

export const languageKey = 'language';

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

const loaders: Record<Language, () => Promise<{ texts: object }>> = {
  en: () => import('./locales/en/index.ts'),
  es: () => import('./locales/es/index.ts'),
  pt: () => import('./locales/pt/index.ts'),
};

async function ensureLanguage(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const { texts } = await loaders[language]();
  i18next.addResourceBundle(language, 'translation', withEveryPlural(language, texts));
}

/** Loads the language of this browser and English behind it, and keeps `<html lang>` true. */
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
  await ensureLanguage(language);
  await i18next.changeLanguage(language);
  return i18next;
}

export async function setLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // A browser without storage keeps the choice for this page only.
  }
  await ensureLanguage(language);
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
