import { limits, type Student, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../i18n/countries.ts';
import { Check } from '../../ui/choice/Choice.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import type { Open } from './open.ts';
import { StudentRow } from './StudentRow.tsx';
import { allOf, type Selection } from './selection.ts';
import type { SortField, View } from './view.ts';

interface Props {
  /** Undefined while the first page is on its way. */
  page: readonly Student[] | undefined;
  templates: readonly TemplateSummary[];
  view: View;
  selection: Selection;
  generating: ReadonlySet<string>;
  onSort: (field: SortField) => void;
  onToggle: (student: Student) => void;
  onToggleAll: () => void;
  onOpen: (open: Open) => void;
}

export function StudentTable({
  page,
  templates,
  view,
  selection,
  generating,
  onSort,
  onToggle,
  onToggleAll,
  onOpen,
}: Props) {
  const { t } = useTranslation();
  const countryName = useCountryName();
  const templateOf = new Map(templates.map((template) => [template._id, template]));
  const every = page !== undefined && allOf(page, selection);
  const heads: { field?: SortField; label: string; className?: string }[] = [
    { field: 'fullName', label: t('students.columns.fullName') },
    { field: 'idNumber', label: t('students.columns.idNumber'), className: 'c-id' },
    { field: 'country', label: t('students.columns.country'), className: 'x' },
    { label: t('students.columns.template'), className: 'c-tpl' },
    { field: 'startDate', label: t('students.columns.startDate'), className: 'c-date' },
    { field: 'endDate', label: t('students.columns.endDate'), className: 'c-date' },
  ];
  return (
    <table className="table reg" aria-busy={page === undefined}>
      <thead>
        <tr>
          <th className="c-sel">
            <Check
              label={t('students.selectAll')}
              checked={every}
              mixed={!every && selection.size > 0}
              disabled={page === undefined}
              onChange={onToggleAll}
            />
          </th>
          {heads.map(({ field, label, className }) => {
            const sorted = field !== undefined && field === view.field;
            return (
              <th
                key={label}
                className={className}
                {...(sorted ? { 'aria-sort': view.descending ? 'descending' : 'ascending' } : {})}
              >
                {field ? (
                  <button type="button" className="sort" onClick={() => onSort(field)}>
                    {label}
                    {sorted ? <Icon name={view.descending ? 'up' : 'down'} /> : null}
                  </button>
                ) : (
                  label
                )}
              </th>
            );
          })}
          <th className="c-cert">{t('students.columns.certified')}</th>
          <th className="act">
            <span className="hide">{t('students.columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {page
          ? page.map((student) => (
              <StudentRow
                key={student._id}
                student={student}
                country={countryName(student.country)}
                template={student.templateId ? templateOf.get(student.templateId) : undefined}
                chosen={selection.has(student._id)}
                generating={generating.has(student._id)}
                onToggle={onToggle}
                onOpen={onOpen}
              />
            ))
          : Array.from({ length: limits.skeletonRows.students }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty lines have nothing else to be told apart by.
              <tr key={line} className="waiting">
                <td className="c-sel" />
                <td className="c-name">
                  <Skeleton width={170} />
                </td>
                <td className="c-id">
                  <Skeleton width={74} />
                </td>
                <td className="x">
                  <Skeleton width={60} />
                </td>
                <td className="c-tpl">
                  <Skeleton width={120} />
                </td>
                <td className="c-date">
                  <Skeleton width={72} />
                </td>
                <td className="c-date">
                  <Skeleton width={72} />
                </td>
                <td className="c-cert" />
                <td className="act c-act" />
              </tr>
            ))}
      </tbody>
    </table>
  );
}
