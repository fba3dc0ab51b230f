import { limits, type Student, type TemplateSummary } from '@sello/contracts';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon/Icon.tsx';
import { columns } from './columns.tsx';
import type { Open } from './open.ts';
import { StudentRow } from './StudentRow.tsx';
import { allOf, isSelected, type Selection, sizeOf } from './selection.ts';
import type { SortField } from './sortable.declared.ts';
import type { View } from './view.ts';

interface Props {
  /** Undefined while the first page loads. */
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

export const StudentTable = memo(function StudentTable({
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
  const templateOf = useMemo(
    () => new Map(templates.map((template) => [template._id, template])),
    [templates],
  );
  const list = {
    t,
    isWaiting: page === undefined,
    isEveryChosen: page !== undefined && allOf(page, selection),
    isSomeChosen: sizeOf(selection) > 0,
    onToggleAll,
  };
  return (
    <table className="table reg" aria-busy={list.isWaiting}>
      <thead>
        <tr>
          {columns.map(({ id, className, sort, head }) => {
            const isSorted = sort !== undefined && sort === view.field;
            return (
              <th
                key={id}
                className={className}
                {...(isSorted ? { 'aria-sort': view.descending ? 'descending' : 'ascending' } : {})}
              >
                {sort ? (
                  <button type="button" className="sort" onClick={() => onSort(sort)}>
                    {head(list)}
                    {isSorted ? <Icon name={view.descending ? 'up' : 'down'} /> : null}
                  </button>
                ) : (
                  head(list)
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {page
          ? page.map((student) => (
              <StudentRow
                key={student._id}
                student={student}
                template={student.templateId ? templateOf.get(student.templateId) : undefined}
                chosen={isSelected(selection, student._id)}
                generating={generating.has(student._id)}
                onToggle={onToggle}
                onOpen={onOpen}
              />
            ))
          : Array.from({ length: limits.skeletonRows.students }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key.
              <tr key={line} className="waiting">
                {columns.map(({ id, className, waiting }) => (
                  <td key={id} className={className}>
                    {waiting}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
});
