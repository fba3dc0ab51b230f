import type { Template } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import type { Fact } from '../../ui/facts/Facts.tsx';

const mmPerPoint = 25.4 / 72;

/** What is known of a template before it is issued. */
export function factsOf(template: Template, t: TFunction, format: Formatters): Fact[] {
  const { pages, tags, locale } = template;
  const [first] = pages;
  return [
    { term: t('templates.facts.pages'), value: format.count(pages.length) },
    ...(first ? [{ term: t('templates.facts.size'), value: millimetres(first, t, format) }] : []),
    { term: t('templates.facts.language'), value: languageName(locale) },
    ...(tags.length > 0 ? [{ term: t('templates.facts.tags'), value: format.list(tags) }] : []),
  ];
}

/** A page's size in whole millimetres; `width` and `height` in points. */
export function millimetres(
  { width, height }: { width: number; height: number },
  t: TFunction,
  format: Formatters,
): string {
  const toMm = (points: number) => format.count(Math.round(points * mmPerPoint));
  return t('templates.facts.mm', { width: toMm(width), height: toMm(height) });
}

/** The name of a language (BCP 47) in the language of the interface; the tag itself when it is not a known one. */
function languageName(tag: string): string {
  const names = new Intl.DisplayNames([localeTags[currentLanguage()]], { type: 'language' });
  return names.of(tag) ?? tag;
}
