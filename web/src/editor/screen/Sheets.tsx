import type { ComponentType } from 'react';
import { useEditor, useView } from '../session/use-editor.ts';
import type { SheetName } from '../session/view-state.ts';

/** The dialogs of the editor, each loaded while the page is idle or when it is opened. */
const sheets: Partial<Record<SheetName, ComponentType<{ onClose: () => void }>>> = {};

/** The dialog that is open. */
export function Sheets() {
  const session = useEditor();
  const open = useView((view) => view.sheet);
  const Sheet = open ? sheets[open] : undefined;
  return Sheet ? <Sheet onClose={() => session.setView({ sheet: null })} /> : null;
}
