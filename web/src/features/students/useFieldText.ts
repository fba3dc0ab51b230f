import { formFields, studentEntity, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../i18n/countries.ts';
import { useFormat } from '../../i18n/format.ts';

const controls = new Map<string, string>(
  formFields(studentEntity).map(({ name, fact }) => [name, fact.control]),
);

/** How a stored value of a student's field is read by people: countries, days, numbers and templates by their names. */
export function useFieldText(
  templates: readonly TemplateSummary[],
): (field: string, stored: string, days?: 'long' | 'short') => string {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  return (field, stored, days = 'short') => {
    switch (controls.get(field)) {
      case 'date':
        return days === 'long' ? format.longDay(stored) : format.day(stored);
      case 'country':
        return countryName(stored);
      case 'number':
        return format.number(Number(stored));
      case 'template':
        return templates.find(({ _id }) => _id === stored)?.name ?? '–';
      case 'flag':
        return t(`studentImport.flag.${stored === 'true' ? 'yes' : 'no'}`);
      default:
        return stored;
    }
  };
}
