import { limits, type Student, type TemplateSummary } from '@sello/contracts';
import { memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../tenancy/Gate.tsx';
import { SortHead } from '../../ui/table/SortHead.tsx';
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
  /** Who is selected, as a line under the head. */
  line?: ReactNode;
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
  line,
}: Props) {
  const mayGenerate = useMay('certificates.generate_bulk');
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
      <thead className="heads">
        <tr>
          {columns.map(({ id, className, sort, head }) => {
            if (sort === undefined) {
              return (
                <th key={id} className={className}>
                  {head(list)}
                </th>
              );
            }
            const order = view.descending ? 'descending' : 'ascending';
            return (
              <SortHead
                key={id}
                className={className}
                sorted={sort === view.field ? order : undefined}
                onSort={() => onSort(sort)}
              >
                {head(list)}
              </SortHead>
            );
          })}
        </tr>
        {line ? (
          <tr className="chosen-line">
            <td colSpan={columns.length}>{line}</td>
          </tr>
        ) : null}
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
                mayGenerate={mayGenerate}
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
