import type { SavedDocument } from './document.ts';
import { openDocument } from './open.ts';
import { buildDocument, buildOnServer, fakeServer, memoryDrafts, templateId } from './saving.fixture.ts';
import { createSaving, type SavedSession } from './saving.ts';
import type { Transport } from './transport.ts';

/** A session that is changed by the test. */
function fakeSession(document: SavedDocument): SavedSession & { change(next: SavedDocument): void } {
  let current = document;
  const listeners = new Set<() => void>();
  const change = (next: SavedDocument) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    ...{ document: () => current, change, replaceDocument: change },
    onDocument(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nameOf = ({ design }: SavedDocument): string =>
  /"text":"([^"]*)"/.exec(JSON.stringify(design.pages[0]?.elements))?.[1] ?? '';

/** jsdom's blobs cannot be read. */
const pictureOf = (text: string): Blob =>
  ({ text: async () => text, arrayBuffer: async () => new TextEncoder().encode(text).buffer }) as Blob;

/** A template of a fake server, open and being saved; `draft` is what a closed tab left of it. */
export async function openSaving({ draft }: { draft?: SavedDocument } = {}) {
  const drafts = memoryDrafts();
  const served = fakeServer(buildOnServer(buildDocument('old')));
  const server = Object.assign(served, { options: [] as object[] });
  const [frozen, uploads, failed] = [[] as string[], [] as string[], [] as unknown[]];
  const unsaved: { id: string; label: string; document: SavedDocument }[] = [];
  const transport: Transport = {
    send(request, options) {
      server.options.push(options);
      return server.send(request);
    },
    read: () => server.read(),
    async freeze(id, { reason = 'left' } = {}) {
      frozen.push(reason === 'left' ? id : `${id} ${reason}`);
    },
    async freezeUnsaved(id, label, document) {
      unsaved.push({ id, label, document });
    },
    async upload(picture) {
      uploads.push(await picture.text());
      return `picture${uploads.length}`;
    },
  };
  if (draft) {
    const key = { place: 'tenant', template: templateId, tab: 'closed' };
    await drafts.write({
      ...key,
      name: draft.name,
      rev: 3,
      changedAt: Date.now(),
      json: JSON.stringify(draft),
    });
  }
  const opened = await openDocument({
    ...{ drafts, place: 'tenant', template: templateId, saved: server.stored, blank: buildDocument('') },
    tab: { id: 'this', isOpen: async () => false },
  });
  const session = fakeSession(opened.document);
  const saving = createSaving({
    session,
    file: { kind: 'template', opened, drafts, place: 'tenant', tab: 'this', transport },
    draw: async (pageId, _, of = session.document()) => pictureOf(`${pageId} of ${nameOf(of)}`),
    isSignedIn: () => true,
    onThumbnailFailed: (error) => failed.push(error),
  });
  return {
    drafts,
    server,
    transport,
    session,
    saving,
    frozen,
    uploads,
    unsaved,
    failed,
    stop: saving.start(),
  };
}
