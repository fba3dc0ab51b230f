import type { FormFacts, Student, TemplateSummary } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Formatters } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge/Badge.tsx';
import { Check } from '../../ui/choice/Choice.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Certification } from './Certification.tsx';
import { type Listed, listed } from './listed.declared.ts';
import type { Open } from './open.ts';
import { RowMenu } from './RowMenu.tsx';
import type { SortField } from './sortable.declared.ts';
import { TemplateThumb } from './TemplateThumb.tsx';

/** What a column's head needs from the list. */
interface Head {
  t: TFunction;
  isWaiting: boolean;
  isEveryChosen: boolean;
  isSomeChosen: boolean;
  onToggleAll: () => void;
}

/** What a cell needs from its student. */
interface Row {
  student: Student;
  template: TemplateSummary | undefined;
  chosen: boolean;
  generating: boolean;
  mayGenerate: boolean;
  onToggle: (student: Student) => void;
  onOpen: (open: Open) => void;
  t: TFunction;
  format: Formatters;
  countryName: (stored: string) => string;
}

export interface Column {
  id: string;
  /**
   * The class of its head, cells and placeholders; it contains the widths at which it is shown, and its position on a
   * phone.
   */
  className: string;
  /** The field that its head sorts by. */
  sort?: SortField;
  head: (list: Head) => ReactNode;
  cell: (row: Row) => ReactNode;
  /** The placeholder in its cells while the list loads. */
  waiting?: ReactNode;
}

const none = <span className="faint">–</span>;

/** How a value is rendered, by the type of its form control. */
const shown: Record<FormFacts['control'], (value: unknown, row: Row, label: string) => ReactNode> = {
  text: asText,
  email: asText,
  tel: asText,
  letters: asText,
  date: (day, { format }) => format.day(day as string),
  number: (value, { format }) => format.number(value as number),
  country: (stored, { countryName }) => countryName(stored as string),
  template: (_, { template }) =>
    template && (
      <span className="tpl">
        <TemplateThumb template={template} />
        <span title={template.name}>
          <Name text={template.name} />
        </span>
      </span>
    ),
  flag: (isSet, _, label) => isSet === true && <Mark label={label} />,
};

function asText(value: unknown): string {
  return String(value);
}

function Mark({ label }: { label: string }) {
  return (
    <Badge tone="ok" icon="check">
      <span className="hide">{label}</span>
    </Badge>
  );
}

const fields = listed.map(({ name, control, width, isLead, className, sort }): Column => {
  return {
    id: name,
    className,
    ...(sort === undefined ? {} : { sort }),
    head: ({ t }) => headOf(name, t),
    cell: (row) => {
      const value = row.student[name];
      if (isLead) return <Name text={String(value)} />;
      if (value === undefined || value === '') return none;
      return shown[control](value, row, headOf(name, row.t)) || none;
    },
    waiting: <Skeleton width={width} />,
  };
});

/** A column's own head, or the form's label of the field. */
function headOf(name: Listed['name'], t: TFunction): string {
  return t([`students.columns.${name as 'fullName'}`, `students.form.${name}`]);
}

/** The list's columns: head, placeholder row, row, sorting and the phone layout are derived from it. */
export const columns: readonly Column[] = [
  {
    id: 'choose',
    className: 'c-sel',
    head: ({ t, isWaiting, isEveryChosen, isSomeChosen, onToggleAll }) => (
      <Check
        label={t('students.selectAll')}
        checked={isEveryChosen}
        mixed={!isEveryChosen && isSomeChosen}
        disabled={isWaiting}
        onChange={onToggleAll}
      />
    ),
    cell: ({ student, chosen, onToggle, t }) => (
      <Check
        label={t('students.select', { name: student.fullName })}
        checked={chosen}
        onChange={() => onToggle(student)}
      />
    ),
  },
  ...fields,
  {
    id: 'certified',
    className: 'c-cert',
    head: ({ t }) => t('students.columns.certified'),
    cell: (row) => <Certification {...row} />,
    waiting: <Skeleton width={70} />,
  },
  {
    id: 'acts',
    className: 'act c-act',
    head: ({ t }) => <span className="hide">{t('students.columns.actions')}</span>,
    cell: (row) => <RowMenu student={row.student} generating={row.generating} onOpen={row.onOpen} />,
  },
];
