import type { DesignElement } from '@sello/contracts';
import { type EditorState, selected } from '../model/index.ts';
import { useEditorState } from '../session/use-editor.ts';

/** The id of the list with the colours of the design. */
export const colorsId = 'design-colors';

const known = new WeakMap<EditorState, readonly DesignElement[]>();

/** The selected elements in paint order. Every field asks for them, so those of a state are looked up once. */
export function elementsOf(state: EditorState): readonly DesignElement[] {
  let elements = known.get(state);
  if (!elements) {
    elements = selected(state).map(({ element }) => element);
    known.set(state, elements);
  }
  return elements;
}

/** Whether two lists hold the same. */
export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** The selected elements. What shows one property alone takes `useProperty`, and renders less often. */
export const useElements = (): readonly DesignElement[] => useEditorState(elementsOf, isSameList);
