import { type Language, languageCookie, languages } from '@sello/contracts';
import type { Request } from 'express';

/** The language that a visitor chose on this site, else the first of the browser's that there is, else English. */
export function languageOf(request: Request): Language {
  const chosen = (request.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === languageCookie)?.[1];
  const accepted = request.acceptsLanguages([...languages]);
  return languages.find((one) => one === chosen) ?? languages.find((one) => one === accepted) ?? 'en';
}
