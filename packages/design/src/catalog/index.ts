import type { Design } from '@sello/contracts';
import { defineDesign } from '../document.ts';
import { attendance, completion, diploma, mention, shortCourse } from './designs.ts';
import { type CatalogLocale, catalogLocales, catalogTexts } from './texts.ts';

export { newsreader } from './sheet.ts';
export { type CatalogLocale, catalogLocales } from './texts.ts';

export interface BuiltInTemplate {
  /** The same in every language; the thumbnail is `thumbnails/<key>.png` of this package. */
  key: string;
  name: string;
  tags: string[];
  design: Design;
}

/** The catalog language that best matches a BCP 47 tag; English when none does. */
export function catalogLocale(locale: string): CatalogLocale {
  const language = locale.toLowerCase().split('-')[0];
  return catalogLocales.find((known) => known.toLowerCase().split('-')[0] === language) ?? 'en';
}

/** The built-in templates in the catalog language that best matches `locale`, dates and numbers formatted for it. */
export function builtInTemplates(locale: string): BuiltInTemplate[] {
  const texts = catalogTexts[catalogLocale(locale)];
  const drawings = { completion, shortCourse, attendance, diploma, mention };
  const keys = {
    completion: 'certificate-of-completion',
    shortCourse: 'short-course',
    attendance: 'attendance',
    diploma: 'diploma',
    mention: 'honourable-mention',
  };
  return (Object.keys(drawings) as (keyof typeof drawings)[]).map((drawing) => ({
    key: keys[drawing],
    name: texts[drawing].name,
    tags: [...texts[drawing].tags],
    design: defineDesign(drawings[drawing](texts)),
  }));
}
