import type { BaseRow, DraftKey, Drafts } from '../../state/drafts/drafts.ts';
import type { SavedDocument } from './document.ts';
import type { SaveRequest } from './save-request.ts';

/**
 * A change is kept in this browser after this time, ms; changes meanwhile go with it. The longer time is for designs that
 * take long to write as JSON, so that drawing stays smooth.
 */
const writeAfterMs = { least: 150, most: 250 };
/** The least part of the time that is left for drawing: ten times what the last write took. */
const rest = 10;

/** The draft of one open document. Nothing here throws or rejects: `hasFailed` says that the browser keeps nothing. */
export interface DraftSlot {
  /** Whether the browser could not keep what it was last given. */
  readonly hasFailed: boolean;
  /** Whether exactly this document is kept. */
  holds(document: SavedDocument): boolean;
  /** Keeps a document in a moment. */
  keep(document: SavedDocument): void;
  /** Keeps at once what was given. Resolves when that is committed, or has failed. */
  flush(): Promise<void>;
  /** Notes what is about to be sent, which the server may have when this tab is gone. */
  sending(request: SaveRequest): void;
  /** The server has `document` as `rev` of the template; `unsaved` is what was changed since. */
  saved(at: { template: string; rev: number }, document: SavedDocument, unsaved: SavedDocument | null): void;
}

export interface DraftSlotOptions {
  drafts: Drafts;
  key: DraftKey;
  rev: number | null;
  /** The document as it was last known to be saved. */
  base: SavedDocument | null;
  /** What was being sent when the tab before was closed. */
  unanswered: SaveRequest | null;
  /** Called when `hasFailed` changes. */
  onChange(): void;
}

export function openDraftSlot({ drafts, onChange, ...from }: DraftSlotOptions): DraftSlot {
  let { key, rev, base, unanswered } = from;
  let afterMs = writeAfterMs.least;
  let isBaseKept = false;
  let wanted: SavedDocument | null = null;
  let kept: SavedDocument | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;
  // One after the other, so that a removal is never overtaken by the write before it.
  let last: Promise<void> = Promise.resolve();

  const setFailed = (now: boolean) => {
    if (now === hasFailed) return;
    hasFailed = now;
    onChange();
  };
  /** Work that resolves with null wrote nothing, which says nothing about the browser. */
  const enqueue = (work: () => Promise<null | undefined>): Promise<void> => {
    last = last.then(work).then(
      (outcome) => {
        if (outcome !== null) setFailed(false);
      },
      () => {
        kept = null;
        isBaseKept = false;
        setFailed(true);
      },
    );
    return last;
  };

  /** Written as JSON only when it is needed, of what is known now. */
  function baseOf(): () => BaseRow {
    const [of, from, sent] = [key, base, unanswered];
    return () => ({
      ...{ ...of, base: from && JSON.stringify(from), sent: sent && JSON.stringify(sent.document) },
      request: sent && { key: sent.key, thumbnail: sent.thumbnail },
    });
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const document = wanted;
    if (!document) return last;
    wanted = null;
    const startedAt = performance.now();
    const row = { ...key, name: document.name, rev, changedAt: Date.now(), json: JSON.stringify(document) };
    const took = performance.now() - startedAt;
    afterMs = Math.min(writeAfterMs.most, Math.max(writeAfterMs.least, took * rest));
    const baseRow = baseOf();
    return enqueue(async () => {
      if (!isBaseKept) await drafts.writeBase(baseRow());
      isBaseKept = true;
      await drafts.write(row);
      kept = document;
      return undefined;
    });
  }

  function remove(): void {
    clearTimeout(timer);
    timer = undefined;
    wanted = null;
    const gone = key;
    void enqueue(async () => {
      kept = null;
      isBaseKept = false;
      await drafts.remove(gone);
      return undefined;
    });
  }

  return {
    get hasFailed() {
      return hasFailed;
    },
    holds: (document) => kept === document && wanted === null,
    keep(document) {
      wanted = document;
      timer ??= setTimeout(() => void write(), afterMs);
    },
    flush: write,
    sending(request) {
      unanswered = request;
      const row = baseOf();
      void enqueue(async () => {
        if (!isBaseKept) return null;
        await drafts.writeBase(row());
        return undefined;
      });
    },
    saved({ template, rev: now }, document, unsaved) {
      remove();
      rev = now;
      key = { ...key, template };
      base = document;
      unanswered = null;
      if (!unsaved) return;
      wanted = unsaved;
      void write();
    },
  };
}
