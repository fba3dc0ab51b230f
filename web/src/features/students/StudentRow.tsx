import type { Student, TemplateSummary } from '@sello/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../i18n/countries.ts';
import { useFormat } from '../../i18n/format.ts';
import { columns } from './columns.tsx';
import type { Open } from './open.ts';

interface Props {
  student: Student;
  template: TemplateSummary | undefined;
  chosen: boolean;
  generating: boolean;
  mayGenerate: boolean;
  onToggle: (student: Student) => void;
  onOpen: (open: Open) => void;
}

/** Memoized: renders again only when a prop of this student changes. */
export const StudentRow = memo(function StudentRow(props: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  const row = { ...props, t, format, countryName };
  return (
    <tr className={props.chosen ? 'is-on' : undefined}>
      {columns.map(({ id, className, cell }) => (
        <td key={id} className={className}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
});
