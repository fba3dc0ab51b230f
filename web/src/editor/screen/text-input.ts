import { trustedMarkup } from '../../state/trusted-types.ts';
import type { CanvasView } from '../canvas/view.ts';
import {
  type CommandId,
  clipboardType,
  commandFor,
  editedText,
  type HtmlNode,
  type Position,
  paragraphsFromHtml,
} from '../model/index.ts';
import type { EditorSession } from '../session/session.ts';
import { platform } from './platform.ts';

/** Kept in the text area, so that a virtual keyboard has something to delete on both sides of the caret. */
const filler = '\u200b\u200b';

const deletions: Readonly<Record<string, CommandId>> = {
  deleteContentBackward: 'text.delete.backward.character',
  deleteContentForward: 'text.delete.forward.character',
  deleteWordBackward: 'text.delete.backward.word',
  deleteWordForward: 'text.delete.forward.word',
  deleteSoftLineBackward: 'text.delete.backward.word',
  deleteSoftLineForward: 'text.delete.forward.word',
};

export interface TextInputOptions {
  session: EditorSession;
  view: CanvasView;
  /** Where the canvas is: the text area lies in it at the caret, where input methods show their candidates. */
  container: HTMLElement;
  /** The accessible name. */
  label: string;
  /** The key for a variable was pressed. */
  onVariable(): void;
}

/**
 * Types into the text that is edited: a hidden text area takes keys, input methods, virtual keyboards and dictation; what
 * they do becomes commands. Open until the returned function is called.
 */
export function openTextInput({ session, view, container, label, onVariable }: TextInputOptions): () => void {
  const area = document.createElement('textarea');
  area.className = 'text-input';
  area.setAttribute('aria-label', label);
  area.spellcheck = false;
  area.autocapitalize = 'off';
  area.autocomplete = 'off';
  area.tabIndex = -1;
  container.append(area);
  let isComposing = false;

  const reset = () => {
    area.value = filler;
    area.setSelectionRange(1, 1);
  };
  const place = () => {
    const { editing } = session.state;
    const caret = editing && view.caretRect(editing.elementId, editing.focus);
    const matrix = editing && view.matrixOf(editing.elementId);
    if (!caret || !matrix) return;
    const { x, y } = matrix.transformPoint({ x: caret.x, y: caret.y });
    area.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    area.style.height = `${Math.max(8, Math.round(caret.height * view.viewport.zoom))}px`;
  };
  const follow = () => {
    const isEditing = session.state.editing !== null;
    if (!isEditing) {
      if (document.activeElement === area) area.blur();
      return;
    }
    place();
    if (document.activeElement !== area && !isElsewhere()) area.focus({ preventScroll: true });
  };
  /** A field of a panel has the focus while the text stays in edit, such as that of its size. */
  const isElsewhere = () =>
    document.activeElement !== document.body &&
    document.activeElement instanceof HTMLElement &&
    document.activeElement.closest('input, select, textarea, [role="dialog"], [contenteditable]') !== null;

  const onBeforeInput = (event: InputEvent) => {
    if (isComposing || event.inputType === 'insertCompositionText') return;
    event.preventDefault();
    const { inputType, data } = event;
    const deletion = deletions[inputType];
    if (deletion) session.run(deletion);
    else if (inputType === 'insertParagraph') session.run('text.newParagraph');
    else if (inputType === 'insertLineBreak') session.run('text.lineBreak');
    else if (inputType === 'historyUndo') session.undo();
    else if (inputType === 'historyRedo') session.redo();
    else {
      const text = data ?? event.dataTransfer?.getData('text/plain') ?? '';
      if (text !== '') session.run('text.type', { text });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    const { editing } = session.state;
    const id = editing && commandFor(session.state, event, platform);
    if (!id) return;
    // The browser's own events of the clipboard carry what belongs there.
    if (id === 'copy' || id === 'cut' || id === 'text.paste') return;
    event.preventDefault();
    event.stopPropagation();
    if (id === 'text.variable') onVariable();
    else if (id.startsWith('caret.')) {
      const lines = view.linesOf(editing.elementId);
      session.run(id as 'caret.move.up', lines ? { lines } : undefined);
    } else session.run(id as 'text.leave');
  };
  const onCompositionStart = () => {
    isComposing = true;
  };
  const onCompositionUpdate = ({ data }: CompositionEvent) => {
    session.run('text.compose', { text: data, isDone: false });
  };
  const onCompositionEnd = ({ data }: CompositionEvent) => {
    isComposing = false;
    session.run('text.compose', { text: data, isDone: true });
    reset();
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    pasteText(session, event.clipboardData);
  };
  reset();
  area.addEventListener('beforeinput', onBeforeInput);
  area.addEventListener('keydown', onKeyDown);
  area.addEventListener('compositionstart', onCompositionStart);
  area.addEventListener('compositionupdate', onCompositionUpdate);
  area.addEventListener('compositionend', onCompositionEnd);
  area.addEventListener('paste', onPaste);
  area.addEventListener('input', () => isComposing || reset());
  // A dialog that closes gives the focus back, also when the text is not edited any more.
  area.addEventListener('focus', () => session.state.editing || container.focus({ preventScroll: true }));
  const stopPointer = selectByPointer(session, view, container, () => area.focus({ preventScroll: true }));
  const stops = [session.history.subscribe(follow), session.view.subscribe(place)];
  follow();
  return () => {
    for (const stop of stops) stop();
    stopPointer();
    area.remove();
  };
}

/** The family of this server with a name, in any case. */
function familyOf({ fonts }: EditorSession, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return fonts.list.families.find(({ family }) => family.toLowerCase() === wanted)?.family;
}

/** Puts what a clipboard holds into the text that is edited: styled text if there is any, else plain. */
function pasteText(session: EditorSession, data: DataTransfer | null): void {
  if (!data) return;
  // Its style sheets are not read, and the page's policy refuses them.
  const html = data.getData('text/html').replace(/<style\b[\s\S]*?<\/style>/gi, '');
  const text = data.getData('text/plain');
  if (html !== '' && data.getData(clipboardType) === '') {
    const body = new DOMParser().parseFromString(trustedMarkup(html), 'text/html')
      .body as unknown as HtmlNode;
    const paragraphs = paragraphsFromHtml(body, (family) => familyOf(session, family));
    if (paragraphs) {
      session.run('text.paste', { paragraphs });
      return;
    }
  }
  if (text !== '') session.run('text.paste', { text });
}

/** The pointer in the text that is edited: a click places the caret, a drag selects, two clicks a word, three all of it. */
function selectByPointer(
  session: EditorSession,
  view: CanvasView,
  container: HTMLElement,
  focus: () => void,
): () => void {
  let from: Position | null = null;
  const positionOf = (event: PointerEvent | MouseEvent): Position | null => {
    const { editing } = session.state;
    const point = editing && view.toElement(editing.elementId, event);
    return editing && point ? view.positionAt(editing.elementId, point) : null;
  };
  const isInside = (event: PointerEvent): boolean => {
    const edited = editedText(session.state);
    const point = edited && view.toElement(edited.element.id, event);
    if (!edited || !point) return false;
    const { width, height } = edited.element;
    const room = 4 / view.viewport.zoom;
    return point.x >= -room && point.y >= -room && point.x <= width + room && point.y <= height + room;
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || !session.state.editing || !event.isPrimary) return;
    if (!(event.target instanceof HTMLCanvasElement)) return;
    if (!isInside(event)) {
      session.run('text.leave');
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const at = positionOf(event);
    if (!at) return;
    focus();
    const clicks = event.detail > 0 ? event.detail : countClicks(event);
    if (clicks === 2) session.run('text.select.word', { at });
    else if (clicks >= 3) session.run('text.select.paragraph', { at });
    else {
      from = event.shiftKey ? (session.state.editing?.anchor ?? at) : at;
      session.run('text.select', { anchor: from, focus: at });
      container.setPointerCapture(event.pointerId);
    }
  };
  const onMove = (event: PointerEvent) => {
    if (!from) return;
    event.stopPropagation();
    const at = positionOf(event);
    if (at) session.run('text.select', { anchor: from, focus: at });
  };
  const onUp = (event: PointerEvent) => {
    if (!from) return;
    from = null;
    event.stopPropagation();
    if (container.hasPointerCapture(event.pointerId)) container.releasePointerCapture(event.pointerId);
  };
  const last = { time: 0, x: 0, y: 0, count: 0 };
  /** Pointer events of some browsers do not count clicks. */
  const countClicks = ({ timeStamp, clientX, clientY }: PointerEvent): number => {
    const isNear = Math.hypot(clientX - last.x, clientY - last.y) < 6 && timeStamp - last.time < 500;
    Object.assign(last, { time: timeStamp, x: clientX, y: clientY, count: isNear ? last.count + 1 : 1 });
    return last.count;
  };
  const options = { capture: true };
  container.addEventListener('pointerdown', onDown, options);
  container.addEventListener('pointermove', onMove, options);
  container.addEventListener('pointerup', onUp, options);
  container.addEventListener('pointercancel', onUp, options);
  return () => {
    container.removeEventListener('pointerdown', onDown, options);
    container.removeEventListener('pointermove', onMove, options);
    container.removeEventListener('pointerup', onUp, options);
    container.removeEventListener('pointercancel', onUp, options);
  };
}
