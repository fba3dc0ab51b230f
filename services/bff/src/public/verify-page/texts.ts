import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@sello/contracts';

/** Nested texts, as in a locale file. */
export interface Texts {
  [key: string]: string | Texts;
}
export type VerifyTexts = Record<Language, Texts>;

/** The texts of the verify page, a file of the web's build; `undefined` for a build without it. */
export async function readVerifyTexts(webDist: string): Promise<VerifyTexts | undefined> {
  try {
    return JSON.parse(await readFile(join(webDist, 'texts/verify.json'), 'utf8')) as VerifyTexts;
  } catch {
    return undefined;
  }
}

/**
 * The text of a dotted key with its `{{names}}` filled, as plain text: markup around words is left out, and the places of
 * `parts` are filled too. A missing text is empty.
 */
export function textOf(
  texts: Texts,
  key: string,
  values: Readonly<Record<string, string>> = {},
  parts: Readonly<Record<string, string>> = {},
): string {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (within, name) => (typeof within === 'object' ? within[name] : undefined),
      texts,
    );
  if (typeof found !== 'string') return '';
  return found
    .replace(/<(\w+)\/>/g, (_, name: string) => parts[name] ?? '')
    .replace(/<\/?\w+>/g, '')
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
