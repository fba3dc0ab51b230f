import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DesignElement } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { hasVariables } from '../contents.ts';
import { printedContents, printedContentsOf, printedElements } from '../document.ts';
import { kindOf } from '../elements/index.ts';
import { isKnownVariable, organizationImages, studentImages, variablesOf } from '../variables.ts';
import { builtInTemplates, catalogLocale, catalogLocales, thumbnailPath } from './index.ts';

const isRead = ({ type }: DesignElement) => !['rectangle', 'ellipse', 'line', 'path'].includes(type);

describe('builtInTemplates', () => {
  it.each(catalogLocales)('are at least twelve valid designs with unique names in %s', (locale) => {
    const templates = builtInTemplates(locale);
    expect(templates.length).toBeGreaterThanOrEqual(12);
    expect(new Set(templates.map((template) => template.name)).size).toBe(templates.length);
    for (const { tags, design } of templates) {
      expect(tags.length).toBeGreaterThan(0);
      expect(design.locale.slice(0, 2)).toBe(locale.slice(0, 2));
    }
  });

  it.each(catalogLocales)('declare the variables of their own with a label and a sample in %s', (locale) => {
    for (const { key, design } of builtInTemplates(locale)) {
      const names = variablesOf(printedContents(design));
      expect([key, names.filter((name) => !isKnownVariable(name))]).toEqual([key, []]);
      const own = names.filter((name) => /^(custom|batch)\./.test(name));
      expect([key, design.variables.map(({ name }) => name).sort()]).toEqual([key, own.sort()]);
      for (const { label, sample } of design.variables) expect([label, sample]).not.toContain('');
      expect(names).toEqual(
        expect.arrayContaining([
          ...['student.fullName', 'certificate.id', 'certificate.verifyUrl', 'certificate.verifyAddress'],
        ]),
      );
    }
  });

  it('use the same variables in every language', () => {
    const [english, ...others] = catalogLocales.map((locale) => builtInTemplates(locale));
    const shape = (templates = english) =>
      templates?.map(({ key, tags, design }) => [
        key,
        tags.length,
        variablesOf(printedContents(design)).sort(),
        design.variables.map(({ label: _, sample: __, fallback: ___, ...facts }) => facts),
      ]);
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

  it('are modest in size: at most 100 kB each', () => {
    for (const { key, design } of builtInTemplates('es')) {
      expect([key, JSON.stringify(design).length < 100_000]).toEqual([key, true]);
    }
  });

  it('say what codes and photographs show to those who cannot see them', () => {
    for (const { key, design } of builtInTemplates('pt').slice(5)) {
      for (const page of design.pages) {
        for (const element of printedElements(page.elements)) {
          const isDescribed = !('alt' in element) || element.alt !== '';
          // An ornament is skipped; so are the logo and signatures, which stand beside the name that they are of.
          const isOrnament =
            element.type === 'path' ||
            (element.type === 'image' &&
              element.source.kind === 'variable' &&
              organizationImages.includes(element.source.name));
          expect([key, element.id, isDescribed || isOrnament]).toEqual([key, element.id, true]);
        }
      }
    }
  });

  it('paint what all certificates share before what differs, so that it is stored once', () => {
    for (const { key, design } of builtInTemplates('en').slice(5)) {
      for (const page of design.pages) {
        const varies = page.elements.map(
          (element) =>
            [...printedContentsOf([element])].some(hasVariables) ||
            [...printedElements([element])].some((one) =>
              kindOf(one)
                .imageVariables(one)
                .some((name) => studentImages.has(name)),
            ),
        );
        expect([key, varies]).toEqual([key, [...varies].sort()]);
        expect(new Set(page.readingOrder)).toEqual(new Set(page.elements.filter(isRead).map(({ id }) => id)));
      }
    }
  });

  it('have a committed thumbnail each, a PNG about 640 pixels wide', () => {
    const files = catalogLocales.flatMap((locale) =>
      builtInTemplates(locale).map(({ key }) => thumbnailPath(key, locale)),
    );
    for (const file of files) {
      const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
      expect([file, existsSync(path)]).toEqual([file, true]);
      expect(readFileSync(path).readUInt32BE(16)).toBe(640);
      expect([file, statSync(path).size < 50_000]).toEqual([file, true]);
    }
  });
});

describe('catalogLocale', () => {
  it('returns the best matching language, English when none matches', () => {
    expect(['es-PE', 'pt', 'en-US', 'de'].map(catalogLocale)).toEqual(['es', 'pt-BR', 'en', 'en']);
  });
});
