import { formFields, type Student, studentEntity, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts/Facts.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { useFieldText } from '../useFieldText.ts';

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
  const textOf = useFieldText(templates);
  const known = fields.flatMap(({ name }) => {
    const value = student[name];
    if (value === undefined || value === '') return [];
    const text = textOf(name, String(value), 'long');
    return { term: t(`students.form.${name}`), value: <Name text={text} /> };
  });
  const own = Object.entries(student.custom).map(([term, text]) => ({ term, value: <Name text={text} /> }));
  return <Facts facts={[...known, ...own]} />;
}
