import { type Design, type Language, languages } from '@sello/contracts';
import type { Offered } from '../../ui/time-zone/time-zones.ts';

/** Languages that certificates are often in (BCP 47); a template may have any other one. */
const offered =
  'ar bg bn ca cs cy da de el en en-GB en-US es es-419 et eu fa fi fr ga gl gn gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt-BR pt-PT qu ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The languages of certificates with their names in the language of the interface, in its order. */
export function localesIn(tag: string, current: string): Offered[] {
  const names = new Intl.DisplayNames([tag], { type: 'language' });
  const order = new Intl.Collator(tag);
  const values = offered.includes(current) ? offered : [...offered, current];
  return values
    .map((value) => ({ value, name: capital(names.of(value) ?? value, tag) }))
    .sort((a, b) => order.compare(a.name, b.name));
}

const capital = (name: string, tag: string): string => name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);

/** The one of our languages that a language of a certificate belongs to. */
export const languageOf = (locale: string): Language | undefined =>
  languages.find((language) => locale.toLowerCase().split('-')[0] === language);

export const dateStyles = ['full', 'long', 'medium', 'short'] as const satisfies Design['dateStyle'][];

/** A day as the certificate prints it; the same one for every style, so that they can be compared. */
export function sampleDate(
  { locale, dateStyle, timeZone }: Pick<Design, 'locale' | 'dateStyle' | 'timeZone'>,
  moment: Date,
): string {
  return new Intl.DateTimeFormat(locale, { dateStyle, timeZone }).format(moment);
}
