import { createStore, type Store } from '../../state/store.ts';
import { isSameDocument, type OnServer, type SavedDocument } from './document.ts';
import type { DraftSlot } from './draft-slot.ts';
import { backOff, type Failure, failureOf } from './failure.ts';
import type { SaveAnswer, SaveRequest } from './save-request.ts';
import type { Conflict, SaveState, SaveStatus } from './save-state.ts';

export interface SaverOptions {
  /** When `document` was last changed, if a draft was restored; ms since 1970. */
  changedAt?: number | undefined;
  /** What is open; differs from `saved` when a draft was restored. */
  document: SavedDocument;
  /** Null: it was never saved. */
  saved: OnServer | null;
  /** The document is to be saved as it is: a draft was restored. */
  isUnsaved?: boolean;
  conflict?: Conflict | null;
  /** Was being sent when its tab was closed. */
  unanswered?: SaveRequest | null;
  /** The template was deleted before it was opened. */
  isDeleted?: boolean;
  /** The document that the changes began with; `saved` if left out. */
  base?: SavedDocument | null;
  /** The draft; `onChange` is called when the browser begins or ceases to keep it. */
  slot(onChange: () => void): DraftSlot;
  send(request: SaveRequest, options: { signal: AbortSignal; isLeaving: boolean }): Promise<SaveAnswer>;
  /** The document as the server has it now; null when it was deleted. */
  read(id: string): Promise<OnServer | null>;
  isOnline(): boolean;
  isSignedIn(): boolean;
  /** The first save of a new template was answered. */
  onCreated?(id: string): void;
  onSaved?(saved: OnServer): void;
}

/** Saves a document while it changes. Times follow the global timers. */
export interface Saver {
  readonly state: Store<SaveState>;
  /** What the server is known to have. */
  readonly saved: OnServer | null;
  /** The document that the server was last known to have when nothing was unsaved here; null when that is unknown. */
  readonly base: SavedDocument | null;
  readonly document: SavedDocument;
  /** When it was last changed, ms since 1970. */
  readonly changedAt: number;
  /** Whether the server does not have all of it. */
  readonly isUnsaved: boolean;
  /** Whether closing the tab would lose something. */
  readonly isAtRisk: boolean;
  changed(document: SavedDocument): void;
  /** The picture that goes with the next save. */
  setThumbnail(assetId: string): void;
  /** Tries now what waits for another attempt: the connection or the session is back, or the person asks. */
  retry(): void;
  /** Saves now. Resolves when everything is saved, or waits for something. */
  flush(): Promise<void>;
  /** The page may be gone after this call: starts the last save and keeps the draft. */
  hide(): void;
  /** Goes on from another version of the server: what is open is saved over it. */
  overwrite(theirs: OnServer): void;
  /** What is open now is what the server has; a draft is dropped. */
  adopt(theirs: OnServer, document: SavedDocument): void;
  /** Saves what is open as a new template. */
  detach(): void;
  /** What a conflict is about was read again. */
  setTheirs(theirs: OnServer): void;
  setDeleted(): void;
  /** Begins: a restored draft is saved, timers run. */
  open(): void;
  close(): void;
}

/** Saved so long after the last change, and at the latest so long after the first. */
const debounceMs = 1_000;
const longestMs = 5_000;
/** A save without an answer is given up and sent again. */
const timeoutMs = 60_000;

const isFinal = (failure: Failure): boolean => failure !== 'failed' && failure !== 'offline';

export function createSaver(options: SaverOptions): Saver {
  const { send, read, isOnline, isSignedIn } = options;
  const slot = options.slot(() => publish());
  let { document, saved } = options;
  let base = options.base === undefined ? (saved?.document ?? null) : options.base;
  let isUnsaved = options.isUnsaved ?? false;
  let changedAt = options.changedAt ?? Date.now();
  let thumbnail: string | null = null;
  /** Nothing is sent until a person decided, or the document changed. */
  let blocked: Exclude<SaveStatus, { kind: 'saved' | 'saving' | 'new' }> | null = options.conflict
    ? { kind: 'conflict', conflict: options.conflict }
    : options.isDeleted
      ? { kind: 'deleted' }
      : null;
  /** Why the last attempt failed, until the next. */
  let waiting: Extract<SaveStatus, { kind: 'offline' | 'failed' | 'signedOut' }> | null = null;
  /** May have reached the server: sent again before anything else, so that its `rev` is known. */
  let unanswered: SaveRequest | null = options.unanswered ?? null;
  let flight: Promise<void> | null = null;
  let controller: AbortController | null = null;
  let failed = 0;
  let firstChangeAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = true;

  const status = (): SaveStatus => {
    if (blocked) return blocked;
    if (waiting) return waiting;
    if (isUnsaved || flight) return { kind: 'saving' };
    return saved ? { kind: 'saved', at: Date.parse(saved.updatedAt) } : { kind: 'new' };
  };
  const now = (): SaveState => ({ ...status(), isKept: !isUnsaved || !slot.hasFailed });
  const state = createStore<SaveState>(now());
  const publish = () => {
    const next = now();
    const { kind, isKept } = state.get();
    const isSame = next.kind === 'saving' && kind === 'saving' && next.isKept === isKept;
    if (!isSame) state.set(next);
  };

  const hasWork = () => isUnsaved || thumbnail !== null || unanswered !== null;

  function schedule(): void {
    if (isClosed || blocked || waiting || flight || !hasWork()) return;
    firstChangeAt ??= Date.now();
    const due = Math.min(Date.now() + debounceMs, firstChangeAt + longestMs);
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), Math.max(0, due - Date.now()));
  }

  function wait(status: NonNullable<typeof waiting>, ms: number | null): void {
    waiting = status;
    clearTimeout(timer);
    if (ms !== null && !isClosed) timer = setTimeout(() => retry(), ms);
    publish();
  }

  function attempt(isLeaving = false): Promise<void> {
    clearTimeout(timer);
    if (flight) return flight;
    if (blocked || !hasWork()) return Promise.resolve();
    if (!isSignedIn()) wait({ kind: 'signedOut' }, null);
    else if (!isOnline()) wait({ kind: 'offline', retryAt: null }, null);
    else {
      waiting = null;
      firstChangeAt = null;
      const request = unanswered ?? nextRequest();
      flight = run(request, isLeaving).finally(() => {
        flight = null;
        controller = null;
        publish();
        schedule();
      });
      publish();
      return flight;
    }
    return Promise.resolve();
  }

  function nextRequest(): SaveRequest {
    const from = saved && { id: saved.id, rev: saved.rev };
    return { key: crypto.randomUUID(), from, document, thumbnail };
  }

  async function run(request: SaveRequest, isLeaving: boolean): Promise<void> {
    const own = new AbortController();
    controller = own;
    const late = setTimeout(() => own.abort(), timeoutMs);
    unanswered = request;
    slot.sending(request);
    try {
      const answer = await send(request, { signal: own.signal, isLeaving });
      take(request, answer);
    } catch (error) {
      await fail(error, request);
    } finally {
      clearTimeout(late);
    }
  }

  function take(request: SaveRequest, answer: SaveAnswer): void {
    const isFirst = request.from === null;
    unanswered = null;
    failed = 0;
    if (thumbnail === request.thumbnail) thumbnail = null;
    accept({ ...answer, document: request.document });
    if (isFirst) options.onCreated?.(answer.id);
    if (saved) options.onSaved?.(saved);
  }

  /** The server has this now; what is open may be newer. */
  function accept(known: OnServer): void {
    saved = known;
    base = known.document;
    isUnsaved = document !== known.document;
    slot.saved({ template: known.id, rev: known.rev }, known.document, isUnsaved ? document : null);
  }

  async function fail(error: unknown, request: SaveRequest): Promise<void> {
    const failure = failureOf(error);
    if (isFinal(failure) && failure !== 'signedOut') unanswered = null;
    if (failure === 'conflict') return resolveConflict(error);
    if (failure === 'deleted' || failure === 'forbidden' || failure === 'refused') {
      // A refused document is no reason to hold back one that was changed since.
      if (failure === 'refused' && document !== request.document) return;
      blocked = failure === 'deleted' ? { kind: 'deleted' } : { kind: failure, error };
      return;
    }
    failed += 1;
    const ms = backOff(failed);
    const retryAt = Date.now() + ms;
    if (failure === 'signedOut') wait({ kind: 'signedOut' }, ms);
    else if (failure === 'offline') {
      const isAway = !isOnline();
      wait({ kind: 'offline', retryAt: isAway ? null : retryAt }, isAway ? null : ms);
    } else wait({ kind: 'failed', error, retryAt }, ms);
  }

  /** Somebody who saved the very same, or nothing at all, is no conflict. */
  async function resolveConflict(error: unknown): Promise<void> {
    const details = (error as { details?: Conflict }).details;
    const from = saved;
    const theirs = from && (await read(from.id).catch(() => undefined));
    if (from && theirs === null) {
      blocked = { kind: 'deleted' };
      return;
    }
    if (from && theirs && theirs.rev > from.rev) {
      const same = [document, from.document].find((one) => isSameDocument(theirs.document, one));
      if (same) return accept({ ...theirs, document: same });
    }
    const { rev = 0, updatedAt = new Date().toISOString(), updatedBy } = theirs ?? details ?? {};
    blocked = { kind: 'conflict', conflict: { rev, updatedAt, updatedBy, theirs: theirs ?? undefined } };
  }

  function retry(): void {
    if (isClosed || !waiting) return;
    waiting = null;
    void attempt();
  }

  /** Decided by the person: saves from here on, at once. */
  function goOn(): void {
    blocked = null;
    waiting = null;
    unanswered = null;
    failed = 0;
    isUnsaved = true;
    slot.keep(document);
    void attempt();
  }

  const saver: Saver = {
    state,
    get saved() {
      return saved;
    },
    get base() {
      return base;
    },
    get document() {
      return document;
    },
    get changedAt() {
      return changedAt;
    },
    get isUnsaved() {
      return isUnsaved;
    },
    get isAtRisk() {
      return isUnsaved && !slot.holds(document);
    },
    changed(next) {
      if (next === document) return;
      document = next;
      isUnsaved = true;
      changedAt = Date.now();
      slot.keep(next);
      if (blocked?.kind === 'refused') blocked = null;
      publish();
      schedule();
    },
    setThumbnail(assetId) {
      thumbnail = assetId;
      // It must not put off the save of a change.
      if (saved && !isUnsaved) schedule();
    },
    retry,
    async flush() {
      void slot.flush();
      if (waiting && isOnline() && isSignedIn()) waiting = null;
      // Two at most: what is in flight, and what was changed since.
      for (let turn = 0; turn < 2 && hasWork() && !blocked && !waiting; turn++) await attempt();
      await slot.flush();
    },
    hide() {
      void slot.flush();
      if (!waiting) void attempt(true);
    },
    overwrite(theirs) {
      saved = theirs;
      goOn();
    },
    adopt(theirs, open) {
      document = open;
      blocked = null;
      waiting = null;
      unanswered = null;
      thumbnail = null;
      failed = 0;
      clearTimeout(timer);
      accept({ ...theirs, document: open });
      publish();
    },
    detach() {
      saved = null;
      goOn();
    },
    setTheirs(theirs) {
      if (blocked?.kind !== 'conflict') return;
      const { rev, updatedAt, updatedBy } = theirs;
      blocked = { kind: 'conflict', conflict: { rev, updatedAt, updatedBy, theirs } };
      publish();
    },
    setDeleted() {
      blocked = { kind: 'deleted' };
      publish();
    },
    open() {
      isClosed = false;
      if (isUnsaved) slot.keep(document);
      if (waiting) retry();
      else schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      controller?.abort();
      void slot.flush();
    },
  };
  return saver;
}
