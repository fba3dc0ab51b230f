import type { ComponentType } from 'react';
import { deferDialog } from '../../ui/dialog/deferDialog.tsx';
import { useEditor, useView } from '../session/use-editor.ts';
import type { SheetName } from '../session/view-state.ts';

type Dialog = ComponentType<{ onClose: () => void }>;

/** The dialogs of the editor, each loaded while the page is idle or when it is opened. */
const sheets: Partial<Record<SheetName, Dialog>> = {
  history: deferDialog(
    async () => (await import('../sheets/history/HistorySheet.tsx')).HistorySheet as Dialog,
  ),
  'font-upload': deferDialog(
    async () => (await import('../sheets/font-upload/FontUploadSheet.tsx')).FontUploadSheet as Dialog,
  ),
  keys: deferDialog(async () => (await import('../sheets/keys/KeysSheet.tsx')).KeysSheet as Dialog),
  signature: deferDialog(
    async () => (await import('../sheets/signature/DrawSignature.tsx')).DrawSignature as Dialog,
  ),
  transfer: deferDialog(
    async () => (await import('../sheets/transfer/TransferSheet.tsx')).TransferSheet as Dialog,
  ),
  test: deferDialog(async () => (await import('../sheets/test/TestSheet.tsx')).TestSheet as Dialog),
  details: deferDialog(
    async () => (await import('../details/TemplateDetails.tsx')).TemplateDetails as Dialog,
  ),
};

/** The dialog that is open. */
export function Sheets() {
  const session = useEditor();
  const open = useView((view) => view.sheet);
  const Sheet = open ? sheets[open] : undefined;
  return Sheet ? <Sheet onClose={() => session.setView({ sheet: null })} /> : null;
}
