import { formFields, type Student, studentEntity, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../../i18n/countries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Facts } from '../../../ui/facts/Facts.tsx';
import { Name } from '../../../ui/name/Name.tsx';

const fields = formFields(studentEntity).filter(({ fact }) => fact.control !== 'flag' && !fact.isWide);

/** The record: the fields of the form, then those of the organization's own columns. */
export function StudentFacts({
  student,
  templates,
}: {
  student: Student;
  templates: readonly TemplateSummary[];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  const shown = (control: string, value: string): string => {
    if (control === 'date') return format.longDay(value);
    if (control === 'country') return countryName(value);
    if (control === 'number') return format.number(Number(value));
    if (control === 'template') return templates.find(({ _id }) => _id === value)?.name ?? '–';
    return value;
  };
  const known = fields.flatMap(({ name, fact }) => {
    const value = student[name];
    if (value === undefined || value === '') return [];
    const text = shown(fact.control, String(value));
    return { term: t(`students.form.${name}`), value: <Name text={text} /> };
  });
  const own = Object.entries(student.custom).map(([term, text]) => ({ term, value: <Name text={text} /> }));
  return <Facts facts={[...known, ...own]} />;
}
