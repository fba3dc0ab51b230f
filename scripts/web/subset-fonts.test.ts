import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { core } from './subset-fonts.ts';

const web = join(import.meta.dirname, '../../web/src');

describe('the part of a font that every visit fetches', () => {
  it.each(languages)('has every letter of the texts in %s', (language) => {
    const folder = join(web, 'i18n/locales', language);
    const missing = readdirSync(folder)
      // The front page shows names that need more letters, in texts of its own; names of countries are looked up.
      .filter((name) => !/^(landing|countries)/.test(name))
      .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\p{L}/gu)])
      .filter(([letter]) => !core.includes(letter));
    expect(missing.map(([letter]) => letter)).toEqual([]);
  });

  it('is declared after the parts that have fewer of its characters, whose files it takes precedence over', () => {
    const css = readFileSync(join(web, 'styles/fonts.css'), 'utf8');
    const files = [...css.matchAll(/fonts\/([\w-]+)\.woff2/g)].map(([, name]) => name!);
    expect(files).toEqual([
      ...['newsreader-normal', 'newsreader-italic', 'source-sans-3-normal'].flatMap((face) =>
        ['vietnamese', 'latin-ext', 'latin', 'core'].map((part) => `${face}-${part}`),
      ),
      'source-sans-3-normal-front',
    ]);
    const present = readdirSync(join(web, 'fonts')).filter((name) => name.endsWith('.woff2'));
    expect(present.sort()).toEqual(files.map((name) => `${name}.woff2`).sort());
  });
});
