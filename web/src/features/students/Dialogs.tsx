import type { TemplateSummary } from '@sello/contracts';
import type { ComponentType } from 'react';
import { needTexts } from '../../i18n/index.ts';
import { deferDialog } from '../../ui/dialog/deferDialog.tsx';
import type { Open } from './open.ts';
import type { Selection } from './selection.ts';

// Each is loaded when it is opened, or earlier while the page is idle; with its texts.
const withDetails = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  deferDialog(async () => (await Promise.all([load(), needTexts(['studentDetails'])]))[0]);
const DeleteStudents = withDetails(async () => (await import('./DeleteStudents.tsx')).DeleteStudents);
const EmailStudents = withDetails(async () => (await import('./EmailStudents.tsx')).EmailStudents);
const EraseStudent = withDetails(async () => (await import('./EraseStudent.tsx')).EraseStudent);
const StudentForm = withDetails(async () => (await import('./form/StudentForm.tsx')).StudentForm);
const GenerateDialog = withDetails(
  async () => (await import('./generate/GenerateDialog.tsx')).GenerateDialog,
);
const GenerateOne = withDetails(async () => (await import('./generate/GenerateOne.tsx')).GenerateOne);
const GenerateMany = withDetails(async () => (await import('./many/GenerateMany.tsx')).GenerateMany);
const RevokeCertificate = withDetails(
  async () => (await import('./one/RevokeCertificate.tsx')).RevokeCertificate,
);
const SeeWhy = withDetails(async () => (await import('./SeeWhy.tsx')).SeeWhy);
const ImportDialog = deferDialog(async () => {
  const [{ ImportDialog }] = await Promise.all([
    import('./import/ImportDialog.tsx'),
    needTexts(['studentImport']),
  ]);
  return ImportDialog;
});

export function Dialogs({
  open,
  templates,
  onOpen,
  onSelect,
  onGone,
}: {
  open: Open;
  templates: readonly TemplateSummary[];
  onOpen: (open: Open) => void;
  onSelect: (selection: Selection) => void;
  /** Deleted students are removed from the selection; `null`: all that were selected. */
  onGone: (ids: readonly string[] | null) => void;
}) {
  const close = (): void => onOpen(null);
  switch (open?.is) {
    case 'form':
      return <StudentForm student={open.student} focus={open.focus} templates={templates} onClose={close} />;
    case 'delete':
      return <DeleteStudents selection={open.selection} onClose={close} onGone={onGone} />;
    case 'erase':
      return <EraseStudent student={open.student} onClose={close} onGone={onGone} />;
    case 'email':
      return <EmailStudents selection={open.selection} onClose={close} />;
    case 'revoke':
      return <RevokeCertificate certId={open.certId} holder={open.holder} onClose={close} />;
    case 'failure':
      return <SeeWhy student={open.student} onOpen={onOpen} onClose={close} />;
    case 'import':
      return <ImportDialog templates={templates} onClose={close} />;
    case 'generate':
      return (
        <GenerateDialog
          students={open.students}
          templates={templates}
          {...(open.preselect ? { preselect: open.preselect } : {})}
          onClose={close}
          onSelect={onSelect}
        />
      );
    case 'generate-many':
      return (
        <GenerateMany selection={open.selection} templates={templates} onClose={close} onSelect={onSelect} />
      );
    case 'generate-one':
      return <GenerateOne student={open.student} templates={templates} onOpen={onOpen} onClose={close} />;
    default:
      return null;
  }
}
