import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import type { Store } from '../../state/store.ts';
import type { EditorState, History } from '../model/index.ts';
import type { Details, EditorSession } from './session.ts';
import type { ViewState } from './view-state.ts';

export const EditorContext = createContext<EditorSession | null>(null);

/** The open template. */
export function useEditor(): EditorSession {
  const session = useContext(EditorContext);
  if (!session) throw new Error('useEditor outside of an EditorContext');
  return session;
}

/** Renders again only when what is selected of the value changes, by `isEqual`. */
function useSelected<Value, Part>(
  store: Store<Value>,
  select: (value: Value) => Part,
  isEqual: (a: Part, b: Part) => boolean = Object.is,
): Part {
  const known = useRef<{ value: Value; select: (value: Value) => Part; part: Part } | null>(null);
  return useSyncExternalStore(store.subscribe, () => {
    const value = store.get();
    // React asks several times for each rendering.
    if (known.current?.value === value && known.current.select === select) return known.current.part;
    const found = select(value);
    const part = known.current && isEqual(known.current.part, found) ? known.current.part : found;
    known.current = { value, select, part };
    return part;
  });
}

/** A part of what is edited, such as `(state) => state.selection`. Give `isEqual` for a part that is made anew. */
export function useEditorState<Part>(
  select: (state: EditorState) => Part,
  isEqual?: (a: Part, b: Part) => boolean,
): Part {
  return useSelected(useEditor().history, ({ present }) => select(present), isEqual);
}

export function useHistory<Part>(select: (history: History) => Part): Part {
  return useSelected(useEditor().history, select);
}

/** A part of what is open and how the page is looked at. */
export function useView<Part>(select: (view: ViewState) => Part): Part {
  return useSelected(useEditor().view, select);
}

/** Name, tags and language. */
export function useDetails<Part>(select: (details: Details) => Part): Part {
  return useSelected(useEditor().details, select);
}
