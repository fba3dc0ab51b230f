import { type Language, languageCookie, languages } from '@sello/contracts';
import { memory } from '../state/memory.ts';

const languageKey = 'language';

/** The stored choice, else the browser's first supported language, else English. `pt` is Brazilian Portuguese. */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  const known = (tag: string | null | undefined): Language | undefined =>
    languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
  return known(stored) ?? wanted.map(known).find(Boolean) ?? 'en';
}

/** The BCP 47 tag for `lang`, dates and numbers; en-GB, because most of the world writes dates day first. */
export const localeTags: Record<Language, string> = { en: 'en-GB', es: 'es', pt: 'pt-BR' };

/** The language of this browser. */
export function browserLanguage(): Language {
  return chooseLanguage(memory.read(languageKey), navigator.languages);
}

export function storeLanguage(language: Language): void {
  memory.write(languageKey, language);
  const { document: page, location } = globalThis as {
    document?: { cookie: string };
    location?: { protocol: string };
  };
  // `npm start` is not on https, and not every browser keeps a secure cookie of http://localhost.
  const isHttps = location?.protocol === 'https:';
  const kept = `path=/; max-age=31536000; samesite=lax${isHttps ? '; secure' : ''}`;
  if (page) page.cookie = `${languageCookie(isHttps)}=${language}; ${kept}`;
}
