import type { Student } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { FailureHelp } from '../../batches/remedies/FailureHelp.tsx';
import { textOfCode } from '../../errors/describe.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import type { Open } from './open.ts';

/** Why the last certificate of a student could not be issued, and what helps. */
export function SeeWhy({
  student,
  onOpen,
  onClose,
}: {
  student: Student;
  onOpen: (open: Open) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { failure } = student;
  const { studentId, templateId } = { studentId: student._id, templateId: student.templateId };
  return (
    <Dialog
      title={t('studentDetails.failure.title')}
      onClose={onClose}
      end={
        <>
          <Button kind="line" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button onClick={() => onOpen({ is: 'generate-one', student })}>{t('students.acts.again')}</Button>
        </>
      }
    >
      <div className="body stack-s">
        <p>
          <Name text={student.fullName} strong />
        </p>
        {failure ? (
          <>
            <p>{textOfCode(failure.code, failure.details, t)}</p>
            <FailureHelp failed={{ error: failure, studentId, templateId }} />
            <p className="mute small">
              <Link to={pathTo('batch', { batchId: failure.batchId })}>
                {t('studentDetails.failure.batch')}
              </Link>
            </p>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
