import { currentUser, session as signedIn } from '../../auth/session.ts';
import { openDrafts } from '../../state/drafts/drafts.ts';
import { flushUnsaved } from '../../state/unsaved.ts';
import type { OnServer, SavedDocument } from './document.ts';
import { openDocument } from './open.ts';
import type { EditorFile } from './saving.ts';
import { thisTab } from './tab.ts';
import { createTransport, type Kind } from './transport.ts';

export interface FileOptions {
  kind: Kind;
  /** The organization; null for an entry of the catalog. */
  tenantId: string | null;
  /** Null for a new one. */
  id: string | null;
  /** Fetches it; null when there is none. */
  fetch(): Promise<OnServer | null>;
  /** What a new one begins with. */
  blank(): SavedDocument;
}

/** The last save of an editor that was left just now is awaited for this long, ms. */
const settleMs = 5_000;

/**
 * Opens what is edited, with the work that this browser kept of it. Null when neither the server nor this browser has
 * it. Rejects as the call does.
 */
export async function openFile({
  kind,
  tenantId,
  id,
  fetch,
  blank,
}: FileOptions): Promise<EditorFile | null> {
  const user = currentUser(signedIn.get());
  const drafts = openDrafts(user?.id ?? '');
  const place = kind === 'catalog' ? 'catalog' : (tenantId ?? '');
  await flushUnsaved(settleMs);
  const [tab, saved] = await Promise.all([thisTab(), id === null ? null : fetch()]);
  const opened = await openDocument({
    drafts,
    tab,
    place,
    template: id,
    saved,
    blank: saved?.document ?? blank(),
  });
  if (id !== null && saved === null && !opened.isDeleted) {
    drafts.close();
    return null;
  }
  return { kind, opened, drafts, place, tab: tab.id, transport: createTransport(kind) };
}
