import type { Drafts, StoredDraft } from '../../state/drafts/drafts.ts';
import { isSameDocument, type OnServer, type SavedDocument } from './document.ts';
import type { SaveRequest } from './save-request.ts';
import type { Conflict } from './save-state.ts';
import type { Tab } from './tab.ts';

/** What the editor opens with. */
export interface Opened {
  document: SavedDocument;
  /** What would be open without a draft. */
  original: SavedDocument;
  /** Null: it was never saved. */
  saved: OnServer | null;
  /** Where drafts of it are kept: its id, or one of its own until it has one. */
  template: string;
  /** The document that the changes began with. */
  base: SavedDocument | null;
  /** Work that this browser kept is open again; `at` is when it was last changed, ms since 1970. */
  restored: { at: number } | null;
  conflict: Conflict | null;
  /** The save that was on its way when its tab was closed: nobody knows yet whether it arrived. */
  unanswered: SaveRequest | null;
  /** The template of the draft was deleted meanwhile. */
  isDeleted: boolean;
  /** Another tab of this browser has unsaved work on the same template. */
  isElsewhere: boolean;
}

export interface OpenOptions {
  drafts: Drafts;
  tab: Tab;
  /** The id of the organization, or `catalog`. */
  place: string;
  /** Null: a new one, of which `blank` is the beginning. */
  template: string | null;
  /** The template as the server has it; null when there is none. */
  saved: OnServer | null;
  blank: SavedDocument;
}

/** Drafts of templates that have no id yet are kept under ids of this form. */
const newPrefix = 'new:';
const isNew = (template: string): boolean => template.startsWith(newPrefix);

const parse = (json: string | null): SavedDocument | null =>
  json === null ? null : (JSON.parse(json) as SavedDocument);

async function move(drafts: Drafts, draft: StoredDraft, tab: string): Promise<void> {
  if (draft.tab === tab) return;
  const { base, sent, request, ...row } = draft;
  const { place, template } = row;
  await drafts.writeBase({ place, template, tab, base, sent, request });
  await drafts.write({ ...row, tab });
  await drafts.remove(draft);
}

/** Makes a draft one of this tab. One that this tab had of the same template is moved out of its way. */
async function takeOver(drafts: Drafts, draft: StoredDraft, all: readonly StoredDraft[], tab: string) {
  const own = all.find((one) => one !== draft && one.tab === tab && one.template === draft.template);
  if (own) await move(drafts, own, crypto.randomUUID());
  await move(drafts, draft, tab);
}

/** Finds what this browser kept of a template, and decides what opens. Never rejects: without drafts the server's opens. */
export async function openDocument(options: OpenOptions): Promise<Opened> {
  const { drafts, tab, place, template, saved, blank } = options;
  const nothing: Opened = {
    document: saved?.document ?? blank,
    original: saved?.document ?? blank,
    saved,
    template: template ?? `${newPrefix}${crypto.randomUUID()}`,
    base: saved?.document ?? null,
    restored: null,
    conflict: null,
    unanswered: null,
    isDeleted: false,
    isElsewhere: false,
  };
  try {
    const isMine = (draft: StoredDraft) =>
      template === null ? isNew(draft.template) : draft.template === template;
    const found = (await drafts.list(place)).filter(isMine);
    const closed: StoredDraft[] = [];
    let isElsewhere = false;
    for (const draft of found) {
      if (draft.tab !== tab.id && (await tab.isOpen(draft.tab))) isElsewhere ||= template !== null;
      else closed.push(draft);
    }
    for (const draft of closed) {
      const opened = decide(draft, nothing);
      if (opened === null) {
        await drafts.remove(draft);
        continue;
      }
      await takeOver(drafts, draft, closed, tab.id);
      // Older ones of other tabs wait until this one is settled.
      return { ...opened, isElsewhere };
    }
    return { ...nothing, isElsewhere };
  } catch {
    return nothing;
  }
}

/** Null: the draft holds nothing that the server does not have. */
function decide(draft: StoredDraft, nothing: Opened): Opened | null {
  const { saved } = nothing;
  const document = parse(draft.json) as SavedDocument;
  const base = parse(draft.base);
  const restored = { at: draft.changedAt };
  const opened = { ...nothing, document, restored, template: draft.template };
  const sent = parse(draft.sent);
  const from = saved && { id: saved.id, rev: saved.rev };
  const unanswered = sent && draft.request && { ...draft.request, from, document: sent };
  if (saved === null) {
    // A new one, or one that was deleted while it was not open.
    const isDeleted = !isNew(draft.template);
    if (!isDeleted && isSameDocument(document, nothing.document)) return null;
    return { ...opened, base, isDeleted, unanswered: isDeleted ? null : unanswered };
  }
  if (isSameDocument(document, saved.document)) return null;
  // Sent again as the same save, it is stored once, also when it arrives only now.
  if (draft.rev === saved.rev) return { ...opened, base: saved.document, unanswered };
  // The last save arrived, although its answer did not.
  if (sent && isSameDocument(sent, saved.document)) return { ...opened, base: saved.document };
  if (base && isSameDocument(document, base)) return null;
  const { rev, updatedAt, updatedBy } = saved;
  return { ...opened, base, conflict: { rev, updatedAt, updatedBy, theirs: saved } };
}
