import { type BriefStudent, studentsApi } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import type { Open } from '../open.ts';

interface Props {
  /** Those left out of a rule, or those who are selected. */
  students: readonly BriefStudent[];
  isRule: boolean;
  /** Selects one who was left out, or the reverse. */
  onToggle: (student: BriefStudent) => void;
  onOpen: (open: Open) => void;
}

/** The students of a selection by name: they may be on any page of the list. */
export function Listed({ students, isRule, onToggle, onOpen }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('students.create');
  const opening = useStarted();
  const edit = ({ _id: id }: BriefStudent): void =>
    opening.start(
      (signal) => call(studentsApi, 'get', { query: { id }, signal }),
      (student) => student && onOpen({ is: 'form', student }),
      (error) => toastError(error, t),
    );
  const act = (label: string, student: BriefStudent, run: () => void) => (
    <button type="button" className="link" onClick={run}>
      {label}
      <span className="hide">
        {' '}
        <Name text={student.fullName} />
      </span>
    </button>
  );
  return (
    <ul className="listed">
      {students.map((student) => (
        <li key={student._id}>
          <Name text={student.fullName} />
          {mayEdit && !isRule ? act(t('students.row.edit'), student, () => edit(student)) : null}
          {act(
            t(isRule ? 'studentDetails.bulk.bar.takeIn' : 'studentDetails.bulk.bar.leaveOut'),
            student,
            () => onToggle(student),
          )}
        </li>
      ))}
    </ul>
  );
}
