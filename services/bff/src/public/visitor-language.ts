import { type Language, languageCookie, languages } from '@sello/contracts';
import type { Request } from 'express';

/** The language that a visitor chose on this site, else the first of the browser's that there is, else English. */
export function languageOf(request: Request): Language {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const cookies = new Map(pairs.map(([name, value]) => [name, value]));
  // `npm start` is not on https; nor is a choice from before the cookie had its prefix.
  const chosen = cookies.get(languageCookie(true)) ?? cookies.get(languageCookie(false));
  const accepted = request.acceptsLanguages([...languages]);
  return languages.find((one) => one === chosen) ?? languages.find((one) => one === accepted) ?? 'en';
}
