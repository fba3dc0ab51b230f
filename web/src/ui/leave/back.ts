import { flushSync } from 'react-dom';

// While a dialog is open the history has an entry more, of the same address: the browser's own Back takes that one and
// closes the dialog. Routers do not see it: they listen after this module, whose listener is the first. A dialog that is
// closed otherwise leaves its entry, because a step back in a program comes later and could undo what follows; the next
// dialog takes it over, and Back passes it.

interface Closable {
  /** Closes it, or asks whether to; what stays open has Back again. */
  close: () => void;
}

const mark = 'sello.dialog';
const open: Closable[] = [];
/** The address of the entry that was added last. */
let address = '';
/** Whether the entry that was reached last, here or by a step in the history, was added. */
let wasAdded = false;

const isAdded = (state: unknown): boolean => (state as Record<string, unknown> | null)?.[mark] === true;

function addEntry(): void {
  address = location.href;
  wasAdded = true;
  // The routers' own state is kept: to them it is the same entry.
  if (!isAdded(history.state)) history.pushState({ ...(history.state as object | null), [mark]: true }, '');
}

function onPopState(event: PopStateEvent): void {
  const isBackFromAdded = wasAdded && !isAdded(event.state) && location.href === address;
  wasAdded = isAdded(event.state);
  if (!isBackFromAdded) return;
  event.stopImmediatePropagation();
  const top = open.at(-1);
  if (!top) {
    history.back();
    return;
  }
  flushSync(() => top.close());
  if (open.length > 0) addEntry();
}

/** A step of the router is no event. Within the same address its state takes over the mark; elsewhere none was added. */
function watchEntries(): void {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  history.pushState = (state: unknown, ...rest) => {
    push(state, ...rest);
    wasAdded = isAdded(state);
  };
  history.replaceState = (state: unknown, ...rest) => {
    const before = location.href;
    replace(state, ...rest);
    wasAdded &&= location.href === before;
    if (wasAdded) replace({ ...(state as object | null), [mark]: true }, '');
  };
}

if ('window' in globalThis) {
  watchEntries();
  window.addEventListener('popstate', onPopState, { capture: true });
}

/** Has Back close a dialog, the one opened last first, until the returned function is called. */
export function closeOnBack(dialog: Closable): () => void {
  open.push(dialog);
  if (open.length === 1) addEntry();
  return () => void open.splice(open.indexOf(dialog), 1);
}
