import type { TemplateSummary } from '@sello/contracts';
import { DeleteStudents } from './DeleteStudents.tsx';
import { EmailStudents } from './EmailStudents.tsx';
import { StudentForm } from './form/StudentForm.tsx';
import { GenerateDialog } from './generate/GenerateDialog.tsx';
import { GenerateOne } from './generate/GenerateOne.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import type { Open } from './open.ts';

export function Dialogs({
  open,
  templates,
  onOpen,
  onGone,
}: {
  open: Open;
  templates: readonly TemplateSummary[];
  onOpen: (open: Open) => void;
  /** Students that were deleted leave the selection. */
  onGone: (ids: readonly string[]) => void;
}) {
  const close = (): void => onOpen(null);
  switch (open?.is) {
    case 'form':
      return <StudentForm student={open.student} templates={templates} onClose={close} />;
    case 'delete':
      return <DeleteStudents students={open.students} onClose={close} onGone={onGone} />;
    case 'email':
      return <EmailStudents students={open.students} onClose={close} />;
    case 'import':
      return <ImportDialog onClose={close} />;
    case 'generate':
      return (
        <GenerateDialog
          students={open.students}
          templates={templates}
          {...(open.preselect ? { preselect: open.preselect } : {})}
          onClose={close}
        />
      );
    case 'generate-one':
      return <GenerateOne student={open.student} templates={templates} onOpen={onOpen} />;
    default:
      return null;
  }
}
