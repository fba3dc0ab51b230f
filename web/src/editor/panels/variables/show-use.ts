import type { VariableUse } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';

/** Selects the first element of a list of places; each further call the next one. */
export function showUse(
  session: EditorSession,
  uses: readonly Pick<VariableUse, 'pageId' | 'elementId'>[],
): void {
  const { selection } = session.state;
  const now = uses.findIndex(({ elementId }) => selection.length === 1 && selection[0] === elementId);
  const next = uses[(now + 1) % uses.length];
  if (!next) return;
  session.run('page.show', { pageId: next.pageId });
  session.run('select', { ids: [next.elementId] });
}
