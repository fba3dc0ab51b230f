import type { Template } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import type { Formatters } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import type { Fact } from '../../ui/facts/Facts.tsx';
import { Name } from '../../ui/name/Name.tsx';

const mmPerPoint = 25.4 / 72;

/** What is known of a template before it is issued. `students`: how many have it; absent until that is known. */
export function factsOf(
  template: Template,
  students: number | undefined,
  t: TFunction,
  format: Formatters,
): Fact[] {
  const { pages, tags, locale } = template;
  const [first] = pages;
  return [
    { term: t('templates.facts.pages'), value: format.count(pages.length) },
    ...(first ? [{ term: t('templates.facts.size'), value: millimetres(first, t, format) }] : []),
    { term: t('templates.facts.language'), value: languageName(locale) },
    ...(tags.length > 0 ? [{ term: t('templates.facts.tags'), value: <Tags tags={tags} /> }] : []),
    ...(students === undefined
      ? []
      : [{ term: t('templates.facts.usedBy'), value: studentsText(students, t, format) }]),
  ];
}

function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag, place) => (
    <Fragment key={tag}>
      {place > 0 ? ', ' : null}
      <Name text={tag} />
    </Fragment>
  ));
}

const studentsText = (students: number, t: TFunction, format: Formatters): string =>
  students === 0
    ? t('templates.facts.noStudents')
    : t('templates.facts.students', { count: students, number: format.count(students) });

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
