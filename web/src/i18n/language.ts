import { type Language, languages } from '@sello/contracts';
import { memory } from '../state/memory.ts';

const languageKey = 'language';

/** What the person chose; else what the browser asks for; else English. `pt` is Portuguese of Brazil. */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  const known = (tag: string | null | undefined): Language | undefined =>
    languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
  return known(stored) ?? wanted.map(known).find(Boolean) ?? 'en';
}

/** The tag for `lang`, dates and numbers; English is written the way most of the world writes its dates. */
export const localeTags: Record<Language, string> = { en: 'en-GB', es: 'es', pt: 'pt-BR' };

/** The language of this browser: the stored choice, else the first known one that the browser asks for. */
export function browserLanguage(): Language {
  return chooseLanguage(memory.read(languageKey), navigator.languages);
}

export function storeLanguage(language: Language): void {
  memory.write(languageKey, language);
}
