import express from 'express';
import { expect, it } from 'vitest';
import { languageOf } from './visitor-language.ts';

it.each([
  ['es', '__Secure-language=es; language=pt', 'pt-BR'],
  ['pt', 'other=es; language=pt', 'es'],
  ['es', '__Secure-language=xx', 'de, es;q=0.5'],
  ['pt', undefined, 'pt-PT'],
  ['en', 'language', 'fr'],
])('is %s for the cookie %s and the browser’s %s', (expected, cookie, accepted) => {
  const headers = { 'accept-language': accepted, ...(cookie !== undefined && { cookie }) };
  const request = Object.assign(Object.create(express.request), { headers });
  expect(languageOf(request)).toBe(expected);
});
