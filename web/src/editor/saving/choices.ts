import type { OnServer, SavedDocument } from './document.ts';
import type { Saving } from './saving.ts';

/** Characters that a template's name may have. */
const longestName = 200;

/** The version that a conflict is about, read anew. Null: the template was deleted, which the state says from then on. */
export async function readTheirs({
  saver,
  transport,
}: Pick<Saving, 'saver' | 'transport'>): Promise<OnServer | null> {
  const { saved } = saver;
  const theirs = saved && (await transport.read(saved.id));
  if (theirs) saver.setTheirs(theirs);
  else saver.setDeleted();
  return theirs;
}

/** Opens theirs. Mine is kept in the history under `label`; entries of the catalog have no history. */
export async function takeTheirs(saving: Saving, label: string): Promise<void> {
  const { saver, transport } = saving;
  const theirs = await readTheirs(saving);
  if (!theirs) return;
  await transport.freezeUnsaved(theirs.id, label, saver.document);
  open(saving, theirs);
}

/** Makes a new template of mine, and opens theirs. Resolves with the id of the new one. */
export async function keepBoth(saving: Saving, nameOf: (name: string) => string): Promise<string | null> {
  const { saver, transport } = saving;
  const theirs = await readTheirs(saving);
  if (!theirs) return null;
  const { id } = await transport.send(copyOf(saver.document, nameOf), {
    signal: new AbortController().signal,
    isLeaving: false,
  });
  open(saving, theirs);
  return id;
}

/** Saves mine over theirs, which is in the history then. A still newer version is a conflict again. */
export async function keepMine(saving: Saving, theirs: OnServer): Promise<void> {
  await saving.transport.freeze(theirs.id, { reason: 'overwritten' });
  saving.notice.set(null);
  saving.saver.overwrite(theirs);
}

function open({ session, saver, notice }: Saving, theirs: OnServer): void {
  notice.set(null);
  session.replaceDocument(theirs.document);
  saver.adopt(theirs, session.document());
}

const copies = new WeakMap<SavedDocument, ReturnType<typeof newCopy>>();

function newCopy(document: SavedDocument, nameOf: (name: string) => string) {
  const room = longestName - nameOf('').length;
  const name = nameOf(document.name.slice(0, room));
  return { key: crypto.randomUUID(), from: null, document: { ...document, name }, thumbnail: null };
}

/** Asked for again, after an answer that was lost, it is the same copy. */
function copyOf(document: SavedDocument, nameOf: (name: string) => string) {
  const copy = copies.get(document) ?? newCopy(document, nameOf);
  copies.set(document, copy);
  return copy;
}
