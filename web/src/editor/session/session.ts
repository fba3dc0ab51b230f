import type { Design, DesignBrand, Language } from '@sello/contracts';
import type { ParseKeys } from 'i18next';
import type { TenantClient } from '../../api/tenant-client.ts';
import { createStore, type Store } from '../../state/store.ts';
import type { ImageFiles } from '../canvas/images.ts';
import type { Viewport } from '../canvas/options.ts';
import type { CanvasView } from '../canvas/view.ts';
import type { EditorFonts, FontList } from '../fonts/fonts.ts';
import {
  type ArgsOf,
  amendStep,
  type CommandId,
  type Copied,
  type EditorState,
  execute,
  type History,
  openState,
  type Refusal,
  redo,
  startHistory,
  typedText,
  undo,
  withRoom,
} from '../model/index.ts';
import { textHeight } from './text-height.ts';
import { firstView, type ViewState } from './view-state.ts';

/** What is saved: a template, or an entry of the catalog. */
export interface TemplateDocument {
  name: string;
  tags: readonly string[];
  design: Design;
  /** The language of an entry of the catalog; absent = for every language, and for templates. */
  language?: Language | undefined;
}

/** What is saved beside the design. It is no part of the history. */
export type Details = Omit<TemplateDocument, 'design'>;

export interface SessionOptions {
  document: TemplateDocument;
  /** Whether it is a template of the organization or an entry of the catalog. */
  kind: 'template' | 'catalog';
  /** Makes every call, in the organization in which the template was opened. */
  client: TenantClient;
  fonts: EditorFonts;
  images: ImageFiles;
  /** The organization as printed, for samples. */
  tenant: { name: string; publicName: string; timeZone?: string | undefined };
  /** Says why a change was not made. */
  onRefusal(refusal: Refusal): void;
  /** Says what of a change is not as it was asked for, such as a part that was left out. */
  onRemark(remark: ParseKeys): void;
  /** The time in ms; of the clock if left out. */
  now?(): number;
}

/** A template that is open in the editor. Everything that changes it goes through `run`, `undo` and `redo`. */
export interface EditorSession
  extends Pick<SessionOptions, 'kind' | 'client' | 'fonts' | 'images' | 'tenant'> {
  readonly history: Store<History>;
  readonly details: Store<Details>;
  readonly view: Store<ViewState>;
  /** The page on the screen; null until it is there, and without one, as on a phone. */
  readonly canvas: Store<CanvasView | null>;
  /** How the page lies on the screen; null without a canvas. */
  readonly viewport: Store<Viewport | null>;
  /** What texts may be set in; as `fonts.list`, for parts that show it. */
  readonly fontList: Store<FontList>;
  /** What the organization's templates are drawn in; null until it is known, and for entries of the catalog. */
  readonly brand: Store<DesignBrand | null>;
  /** What a command copied last. */
  readonly copied: Store<Copied | null>;
  /** What is edited now. */
  readonly state: EditorState;
  /** What would be saved now. The same object while nothing of it changes. */
  document(): TemplateDocument;
  /** Calls after every change of `document()`. Returns how to stop. */
  onDocument(listener: () => void): () => void;
  /** Runs a command. False when it was refused; the person has been told why. */
  run<Id extends CommandId>(
    id: Id,
    ...args: undefined extends ArgsOf<Id> ? [args?: ArgsOf<Id>] : [args: ArgsOf<Id>]
  ): boolean;
  undo(): void;
  redo(): void;
  rename(name: string): void;
  setTags(tags: readonly string[]): void;
  setLanguage(language: Language | undefined): void;
  setView(change: Partial<ViewState>): void;
  /** Lists the fonts anew, as after an upload, and draws the page with them. Rejects as calls do. */
  reloadFonts(): Promise<void>;
  /** Opens another document in place of this one, as after "Take theirs". The history starts anew. */
  replaceDocument(document: TemplateDocument): void;
}

export function createSession(options: SessionOptions): EditorSession {
  const { kind, client, fonts, images, tenant, onRefusal, onRemark, now = () => performance.now() } = options;
  const { design, ...details } = options.document;
  const history = createStore(startHistory(openState(design)));
  const ofDetails = createStore<Details>(details);
  const view = createStore(firstView);
  const copied = createStore<Copied | null>(null);
  const canvas = createStore<CanvasView | null>(null);
  const fontList = createStore(fonts.list);
  let current: TemplateDocument = options.document;

  const document = (): TemplateDocument => {
    const { design: drawn } = history.get().present;
    const known = ofDetails.get();
    const isSame =
      current.design === drawn &&
      current.name === known.name &&
      current.tags === known.tags &&
      current.language === known.language;
    if (!isSame) current = { ...known, design: drawn };
    return current;
  };
  /** What was typed gets the room that it takes, within the same step; later if its fonts are on their way. */
  const grow = (before: EditorState, next: History): History => {
    const text = typedText(before, next.present);
    const height = text && textHeight(text, next.present.design, fonts);
    if (text === null || height === null) return next;
    if (typeof height === 'number') return amendStep(next, withRoom(next.present, text, height));
    height.then(
      () => {
        const now = history.get();
        const isSame = typedText(before, now.present)?.paragraphs === text.paragraphs;
        if (isSame) history.set(grow(before, now));
      },
      // Said by the canvas, which needs the same files.
      () => undefined,
    );
    return next;
  };
  const setDetails = (change: Partial<Details>) => ofDetails.set({ ...ofDetails.get(), ...change });

  return {
    ...{ kind, client, fonts, images, tenant, history, view, copied, document },
    details: ofDetails,
    ...{ canvas, fontList },
    brand: createStore<DesignBrand | null>(null),
    viewport: createStore<Viewport | null>(null),
    get state() {
      return history.get().present;
    },
    onDocument(listener) {
      let known = document();
      const look = () => {
        const next = document();
        if (next === known) return;
        known = next;
        listener();
      };
      const stops = [history.subscribe(look), ofDetails.subscribe(look)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    run(id, ...args) {
      const done = execute(history.get(), now(), id, ...(args as never));
      if (!done.ok) {
        onRefusal(done.refusal);
        return false;
      }
      history.set(grow(history.get().present, done.history));
      if (done.copied) copied.set(done.copied);
      if (done.remark) onRemark(done.remark);
      return true;
    },
    undo: () => history.set(undo(history.get())),
    redo: () => history.set(redo(history.get())),
    rename: (name) => setDetails({ name }),
    setTags: (tags) => setDetails({ tags }),
    setLanguage: (language) => setDetails({ language }),
    setView: (change) => view.set({ ...view.get(), ...change }),
    async reloadFonts() {
      await fonts.reload();
      fontList.set(fonts.list);
      canvas.get()?.redraw();
    },
    replaceDocument({ design: drawn, ...known }) {
      ofDetails.set(known);
      history.set(startHistory(openState(drawn)));
    },
  };
}
