import { countries, otherCountry } from '@sello/contracts';
import { useTranslation } from 'react-i18next';

/** ISO 3166-1 code by the stored English name. */
const codes = new Map<string, string>(countries.map(([code, name]) => [name, code]));

/** The translated name of a stored country; an unknown name stays as it is. */
export function useCountryName(): (stored: string) => string {
  const { t } = useTranslation();
  return (stored) => {
    if (stored === otherCountry) return t('countries.other');
    const code = codes.get(stored);
    return code ? t(`countries.${code}` as 'countries.PE') : stored;
  };
}

/** Every country by its translated name, sorted for the language; "Other" is last. */
export function useCountryChoices(): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  const name = useCountryName();
  const order = new Intl.Collator(i18n.language).compare;
  const choices = countries.map(([, stored]) => ({ value: stored as string, label: name(stored) }));
  choices.sort((a, b) => order(a.label, b.label));
  return [...choices, { value: otherCountry, label: name(otherCountry) }];
}
