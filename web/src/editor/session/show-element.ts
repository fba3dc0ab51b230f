import { indexOf, ownNameOf } from '../model/index.ts';
import type { EditorSession } from './session.ts';

/** The page and the id of an element that an error names: by its id, or by its name or words. */
function find({ state }: EditorSession, named: string): { pageId: string; id: string } | null {
  for (const page of state.design.pages) {
    for (const { element } of indexOf(page.elements).values()) {
      if (element.id === named || ownNameOf(element) === named) return { pageId: page.id, id: element.id };
    }
  }
  return null;
}

/** Shows and selects the element that an error names. False when there is none. */
export function showElement(session: EditorSession, named: string): boolean {
  const found = find(session, named);
  if (!found) return false;
  if (session.state.pageId !== found.pageId) session.run('page.show', { pageId: found.pageId });
  return session.run('select', { ids: [found.id] });
}
