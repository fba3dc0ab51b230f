import { defineDesign } from '../document.ts';
import type { BuiltInTemplate } from './built-in.ts';
import { builtIns } from './certificates/index.ts';
import { attendance, completion, diploma, mention, shortCourse } from './designs.ts';
import { type CatalogLocale, catalogLocales, catalogTexts } from './texts.ts';

export { familyMetrics } from '../blocks/typeset.ts';
export type { BuiltInTemplate } from './built-in.ts';
export { newsreader } from './sheet.ts';
export { type CatalogLocale, catalogLocales } from './texts.ts';

/** The catalog language that best matches a BCP 47 tag; English when none does. */
export function catalogLocale(locale: string): CatalogLocale {
  const language = locale.toLowerCase().split('-')[0];
  return catalogLocales.find((known) => known.toLowerCase().split('-')[0] === language) ?? 'en';
}

/** Those with which a new organization starts, drawn in pixels of an A4 sheet. */
const first = { completion, shortCourse, attendance, diploma, mention };
const keys = {
  completion: 'certificate-of-completion',
  shortCourse: 'short-course',
  attendance: 'attendance',
  diploma: 'diploma',
  mention: 'honourable-mention',
};

/** The built-in templates in the catalog language that best matches `locale`, dates and numbers formatted for it. */
export function builtInTemplates(locale: string): BuiltInTemplate[] {
  const language = catalogLocale(locale);
  const texts = catalogTexts[language];
  return [
    ...(Object.keys(first) as (keyof typeof first)[]).map((drawing) => ({
      key: keys[drawing],
      name: texts[drawing].name,
      tags: [...texts[drawing].tags],
      design: defineDesign(first[drawing](texts)),
    })),
    ...builtIns.map(({ make }) => make(language)),
  ];
}

/** The path of a built-in template's thumbnail within this package: a PNG of its first page, 640 pixels wide. */
export function thumbnailPath(key: string, locale: string): string {
  return `thumbnails/${catalogLocale(locale)}/${key}.png`;
}
