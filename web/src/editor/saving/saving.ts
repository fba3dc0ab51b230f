import type { TenantClient } from '../../api/tenant-client.ts';
import type { Drafts } from '../../state/drafts/drafts.ts';
import { createStore, type Store } from '../../state/store.ts';
import { holdUnsaved } from '../../state/unsaved.ts';
import type { Kind, OnServer, SavedDocument } from './document.ts';
import { openDraftSlot } from './draft-slot.ts';
import { failureOf } from './failure.ts';
import type { Opened } from './open.ts';
import { createSaver, type Saver } from './saver.ts';
import { createThumbnails } from './thumbnails.ts';
import type { Transport } from './transport.ts';

/** A picture of a page of what is open, or of another design. */
export type Draw = (pageId: string, width: number, of?: SavedDocument) => Promise<Blob | null>;

/** The part of the editor's session that saving needs. */
export interface SavedSession {
  document(): SavedDocument;
  onDocument(listener: () => void): () => void;
  replaceDocument(document: SavedDocument): void;
}

/** What was opened, and where it is kept. */
export interface EditorFile {
  kind: Kind;
  /** Makes every call of the editor, in the organization in which it was opened. */
  client: TenantClient;
  opened: Opened;
  drafts: Drafts;
  place: string;
  tab: string;
  transport: Transport;
}

export interface SavingOptions {
  session: SavedSession;
  file: Omit<EditorFile, 'client'>;
  draw: Draw;
  isSignedIn(): boolean;
  onCreated?(id: string): void;
  onSaved?(saved: OnServer): void;
  onThumbnailFailed?(error: unknown): void;
}

export type Notice = { kind: 'restored'; at: number } | { kind: 'elsewhere' };

/** Everything about saving one open document. */
export interface Saving {
  kind: Kind;
  saver: Saver;
  transport: Transport;
  session: SavedSession;
  draw: Draw;
  /** What the person should know about how it opened; null once they have read it. */
  notice: Store<Notice | null>;
  /** Gives up what was restored: the server's version, or an empty one, opens in its place. */
  discardRestored(): void;
  /** Saves and freezes what is left to save, for at most a few seconds: before another page is opened. */
  leave(): Promise<void>;
  /** Begins to save; ends with the function that it returns. */
  start(): () => void;
}

/** The width of a thumbnail, pixels. */
const thumbnailWidth = 640;
const leaveMs = 4_000;

export function createSaving(options: SavingOptions): Saving {
  const { session, file, draw, isSignedIn } = options;
  const { opened, drafts, place, tab, transport, kind } = file;
  const isOnline = () => navigator.onLine;
  /** Whether something was saved since the last revision was frozen. */
  let isFreezeDue = false;
  /** Development starts, stops and starts again. */
  let runs = 0;

  const saver = createSaver({
    ...{ document: session.document(), saved: opened.saved, base: opened.base, conflict: opened.conflict },
    changedAt: opened.restored?.at,
    unanswered: opened.unanswered,
    ...{ isUnsaved: opened.restored !== null, isDeleted: opened.isDeleted, isOnline, isSignedIn },
    slot: (onChange) =>
      openDraftSlot({
        ...{ drafts, onChange, base: opened.base, unanswered: opened.unanswered },
        key: { place, template: opened.template, tab },
        rev: opened.conflict || opened.isDeleted ? null : (opened.saved?.rev ?? null),
      }),
    send: transport.send,
    read: transport.read,
    ...(options.onCreated && { onCreated: options.onCreated }),
    onSaved(saved) {
      isFreezeDue = true;
      options.onSaved?.(saved);
    },
  });
  const thumbnails = createThumbnails({
    draw: () => draw(session.document().design.pages[0]?.id ?? '', thumbnailWidth),
    upload: (picture) => transport.upload(picture),
    isReady: () => isOnline() && ['saving', 'saved'].includes(saver.state.get().kind),
    isPassing: (error) => ['offline', 'signedOut'].includes(failureOf(error)),
    onUploaded: saver.setThumbnail,
    onFailed: (error) => options.onThumbnailFailed?.(error),
  });
  const first: Notice | null = opened.restored
    ? { kind: 'restored', ...opened.restored }
    : opened.isElsewhere
      ? { kind: 'elsewhere' }
      : null;
  const notice = createStore<Notice | null>(first);

  async function freeze(isLeaving: boolean): Promise<void> {
    const { saved } = saver;
    if (!isFreezeDue || !saved || saver.isUnsaved) return;
    isFreezeDue = false;
    await transport.freeze(saved.id, { isLeaving }).catch(() => {
      isFreezeDue = true;
    });
  }

  /** The design first, whatever becomes of its picture. */
  async function finish(): Promise<void> {
    const picture = thumbnails.flush();
    await saver.flush();
    await picture;
    if (saver.isUnsaved) return;
    await saver.flush();
    await freeze(false);
  }

  const leave = () => Promise.race([finish(), new Promise<void>((resolve) => setTimeout(resolve, leaveMs))]);

  return {
    ...{ kind, saver, transport, session, draw, notice },
    discardRestored() {
      notice.set(null);
      // Saved like any other change: the draft may be on the server by now.
      session.replaceDocument(opened.original);
    },
    leave,
    start() {
      const stops = [
        session.onDocument(() => {
          const { design } = saver.document;
          saver.changed(session.document());
          // Name and tags are on no picture.
          if (saver.document.design !== design) thumbnails.changed();
        }),
        holdUnsaved({
          get name() {
            return session.document().name;
          },
          isUnsaved: () => saver.isUnsaved,
          flush: () => saver.flush(),
          leave,
        }),
        listen(window, 'online', () => {
          saver.retry();
          thumbnails.resume();
        }),
        saver.state.subscribe(() => {
          if (saver.state.get().kind === 'saved') thumbnails.resume();
        }),
        listen(document, 'visibilitychange', () => {
          if (document.visibilityState === 'hidden') void saver.flush();
        }),
        listen(window, 'pagehide', () => {
          saver.hide();
          void freeze(true);
        }),
        listen(window, 'beforeunload', (event) => {
          if (!saver.isAtRisk) return;
          saver.hide();
          event.preventDefault();
        }),
      ];
      runs++;
      // A change before this was called.
      saver.changed(session.document());
      saver.open();
      thumbnails.open();
      return () => {
        runs--;
        const [stopDocument, release, ...others] = stops;
        for (const stop of [stopDocument, ...others]) stop?.();
        // Sign-out, and opening the same template again, wait for it.
        void finish().finally(() => {
          release?.();
          if (runs > 0) return;
          thumbnails.close();
          saver.close();
        });
      };
    },
  };
}

function listen<Name extends string>(
  target: EventTarget,
  name: Name,
  listener: (event: Event) => void,
): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}
