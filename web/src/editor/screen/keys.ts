import { clipboardType, commandFor, commandOf } from '../model/index.ts';
import { fileDrop } from '../session/drag-data.ts';
import type { EditorSession } from '../session/session.ts';
import { platform } from './platform.ts';
import { type Asked, isSaveCommand, viewCommandFor } from './view-commands.ts';

/** Fields and dialogs have keys of their own. */
function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea:not(.text-input), select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

/** Keys that a focused button, link or list of the interface acts on itself. */
const ofControls = new Set([
  'Enter',
  ' ',
  'Tab',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]);

/** The page itself, which can have the focus too, is none. */
function isOnControl(target: EventTarget | null): boolean {
  const control = target instanceof Element && target.closest('button, a, summary, [role], [tabindex]');
  return control instanceof Element && !control.matches('.board, main');
}

/** Leaves a field and comes back, so that what was typed in it is kept; a dialog keeps its fields itself. */
function keepDraft(field: HTMLElement): void {
  if (field.closest('[role="dialog"], [role="alertdialog"]')) return;
  field.blur();
  field.focus();
}

export interface KeysOptions extends Asked {
  session: EditorSession;
  /** A key of a command that needs an answer was pressed, such as the one for a variable. */
  onAsk(commandId: string): void;
}

/** The keys of the whole editor, and its clipboard, until the returned function is called. */
export function listenToKeys({ session, onAsk, save }: KeysOptions): () => void {
  let isInPlace = false;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { editing } = session.state;
    const ofView = viewCommandFor(event, editing !== null);
    if (isInField(event.target)) {
      if (!isSaveCommand(ofView)) return;
      keepDraft(event.target as HTMLElement);
    }
    isInPlace = event.shiftKey && event.code === 'KeyV';
    if (ofView) {
      event.preventDefault();
      ofView.run(session, { save });
      return;
    }
    if (editing || (ofControls.has(event.key) && isOnControl(event.target))) return;
    const id = commandFor(session.state, event, platform);
    if (!id || ofClipboard.has(id)) return;
    event.preventDefault();
    if (commandOf(id).needsArgs) onAsk(id);
    else session.run(id as 'select.all');
  };
  const write = (event: ClipboardEvent, id: 'copy' | 'cut') => {
    if (isInField(event.target)) return;
    session.copied.set(null);
    session.run(id);
    const copied = session.copied.get();
    if (!copied) return;
    const { elements, text, html } = copied;
    if (elements === null && text === '') return;
    event.preventDefault();
    if (elements !== null) event.clipboardData?.setData(clipboardType, elements);
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  };
  const onCopy = (event: ClipboardEvent) => write(event, 'copy');
  const onCut = (event: ClipboardEvent) => write(event, 'cut');
  const onPaste = (event: ClipboardEvent) => {
    if (isInField(event.target) || session.state.editing) return;
    const json = event.clipboardData?.getData(clipboardType) ?? '';
    const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (json === '' && images.length > 0 && fileDrop.receive) {
      event.preventDefault();
      fileDrop.receive(session, images);
      return;
    }
    if (json === '') return;
    event.preventDefault();
    session.run(isInPlace ? 'pasteInPlace' : 'paste', { json });
  };
  document.addEventListener('keydown', onKeyDown);
  document.addEventListener('copy', onCopy);
  document.addEventListener('cut', onCut);
  document.addEventListener('paste', onPaste);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    document.removeEventListener('copy', onCopy);
    document.removeEventListener('cut', onCut);
    document.removeEventListener('paste', onPaste);
  };
}

/** Done by the browser's events of the clipboard, which carry what it holds. */
const ofClipboard = new Set<string>(['copy', 'cut', 'paste', 'pasteInPlace', 'text.paste']);
