import { assetsApi, type Design } from '@sello/contracts';
import { assetsOf } from '@sello/design';
import type { EditorSession } from '../session/session.ts';

/** The answers of a session by asset: whether an earlier version stored the page with letters missing. */
const ofSessions = new WeakMap<EditorSession, Map<string, boolean>>();

/** How many the call takes; the others are asked about with the next look. */
const mostIds = 200;

/**
 * The assets of a design that are pages with letters missing. Asks about each asset once; without an answer there are none
 * until the next look, which asks again.
 */
export async function lostLettersIn(session: EditorSession, design: Design): Promise<ReadonlySet<string>> {
  const known = ofSessions.get(session) ?? new Map<string, boolean>();
  ofSessions.set(session, known);
  const all = assetsOf(design);
  const unknown = all.filter((id) => !known.has(id)).slice(0, mostIds);
  if (unknown.length > 0) {
    for (const id of unknown) known.set(id, false);
    const answer = await session.client
      .call(assetsApi, 'lost-letters', { query: { ids: unknown.join(',') } })
      .catch(() => null);
    for (const id of answer?.ids ?? []) known.set(id, true);
    if (!answer) for (const id of unknown) known.delete(id);
  }
  return new Set(all.filter((id) => known.get(id)));
}
