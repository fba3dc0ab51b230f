import type { TenantClient } from '../../api/tenant-client.ts';
import { currentUser, session as signedIn } from '../../auth/session.ts';
import { openDrafts } from '../../state/drafts/drafts.ts';
import { flushUnsaved } from '../../state/unsaved.ts';
import type { Kind, SavedDocument } from './document.ts';
import { openDocument } from './open.ts';
import type { EditorFile } from './saving.ts';
import { thisTab } from './tab.ts';
import { createTransport } from './transport.ts';

export type { Kind };

export interface FileOptions {
  kind: Kind;
  /** Null for a new one. */
  id: string | null;
  /** Of the organization in which it is edited from now on. */
  client: TenantClient;
  /** What a new one begins with. */
  blank(): SavedDocument;
}

/** The last save of an editor that was left just now is awaited for this long, ms. */
const settleMs = 5_000;

/**
 * Opens what is edited, with the work that this browser kept of it. Null when neither the server nor this browser has
 * it. Rejects as the call does.
 */
export async function openFile({ kind, id, client, blank }: FileOptions): Promise<EditorFile | null> {
  const user = currentUser(signedIn.get());
  const drafts = openDrafts(user?.id ?? '');
  const place = kind === 'catalog' ? 'catalog' : (client.tenantId ?? '');
  const transport = createTransport(kind, client);
  await flushUnsaved(settleMs);
  const [tab, saved] = await Promise.all([thisTab(), id === null ? null : transport.read(id)]);
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
  return { kind, client, opened, drafts, place, tab: tab.id, transport };
}
