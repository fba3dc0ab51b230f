import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { printedContents } from '../document.ts';
import { isKnownVariable, variablesOf } from '../variables.ts';
import { builtInTemplates, catalogLocale, catalogLocales } from './index.ts';

describe('builtInTemplates', () => {
  it.each(catalogLocales)('are at least three valid designs with unique names in %s', (locale) => {
    const templates = builtInTemplates(locale);
    expect(templates.length).toBeGreaterThanOrEqual(3);
    expect(new Set(templates.map((template) => template.name)).size).toBe(templates.length);
    for (const { tags, design } of templates) {
      expect(tags.length).toBeGreaterThan(0);
      expect(design.locale.slice(0, 2)).toBe(locale.slice(0, 2));
    }
  });

  it('use only built-in variables, among them the name, the certificate id and the verify URL', () => {
    for (const { design } of builtInTemplates('en')) {
      const names = variablesOf(printedContents(design));
      expect(names.filter((name) => !isKnownVariable(name) || name.startsWith('custom.'))).toEqual([]);
      expect(names).toEqual(
        expect.arrayContaining(['student.fullName', 'certificate.id', 'certificate.verifyUrl']),
      );
    }
  });

  it('use the same variables in every language', () => {
    const [english, ...others] = catalogLocales.map((locale) => builtInTemplates(locale));
    const shape = (templates = english) =>
      templates?.map(({ key, design }) => [key, variablesOf(printedContents(design)).sort()]);
    for (const other of others) expect(shape(other)).toEqual(shape());
  });

  it('stay within the page', () => {
    for (const { key, design } of builtInTemplates('pt-BR')) {
      for (const page of design.pages) {
        for (const element of page.elements) {
          const [cx, cy] = [element.x + element.width / 2, element.y + element.height / 2];
          expect([key, element.id, cx > 0 && cx < page.width && cy > 0 && cy < page.height]).toEqual([
            key,
            element.id,
            true,
          ]);
        }
      }
    }
  });

  it('have a committed thumbnail each, a PNG about 640 pixels wide', () => {
    for (const { key } of builtInTemplates('en')) {
      const path = fileURLToPath(new URL(`../../thumbnails/${key}.png`, import.meta.url));
      expect([key, existsSync(path)]).toEqual([key, true]);
      expect(readFileSync(path).readUInt32BE(16)).toBe(640);
      expect(statSync(path).size).toBeLessThan(120_000);
    }
  });
});

describe('catalogLocale', () => {
  it('returns the best matching language, English when none matches', () => {
    expect(['es-PE', 'pt', 'en-US', 'de'].map(catalogLocale)).toEqual(['es', 'pt-BR', 'en', 'en']);
  });
});
