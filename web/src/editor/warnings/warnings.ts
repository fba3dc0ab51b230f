import { createStore, type Store } from '../../state/store.ts';
import { columnsOf } from '../panels/variables/columns.ts';
import { settle } from '../pending.ts';
import { valuesOf } from '../screen/shown-values.ts';
import type { EditorSession } from '../session/session.ts';
import { elementChecks, type Warning, warningsOf } from './find-warnings.ts';
import { lostLettersIn } from './lost-letters.ts';

/** Delay after a change before the design is looked through anew, ms. */
const quietMs = 500;

/** Null before the first look. */
export type KnownWarnings = readonly Warning[] | null;

const stores = new WeakMap<EditorSession, Store<KnownWarnings>>();

/** The warnings of a session, which `watchWarnings` keeps up to date. */
export function warningsStore(session: EditorSession): Store<KnownWarnings> {
  let store = stores.get(session);
  if (!store) {
    store = createStore<KnownWarnings>(null);
    stores.set(session, store);
  }
  return store;
}

/** Looks the design through when the person pauses, until the returned function is called. */
export function watchWarnings(session: EditorSession): () => void {
  const store = warningsStore(session);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looked = 0;
  const look = async (): Promise<void> => {
    looked += 1;
    const own = looked;
    const { design } = session.state;
    const { shown } = session.view.get();
    const values = valuesOf(shown.kind === 'student' ? shown : { kind: 'sample' }, design, session);
    if (!values) return;
    const columns = columnsOf(session).store.get().names;
    // Without a font that cannot be fetched the rest of the list stays as it was.
    const checked = await settle(elementChecks(design, { values, fonts: session.fonts, columns })).catch(
      () => null,
    );
    const lostLetters = await lostLettersIn(session, design);
    if (checked && own === looked) store.set(warningsOf(design, checked, { columns, lostLetters }));
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), quietMs);
  };
  let known = { design: session.state.design, shown: session.view.get().shown };
  const planIfChanged = () => {
    const now = { design: session.state.design, shown: session.view.get().shown };
    if (now.design === known.design && now.shown === known.shown) return;
    known = now;
    plan();
  };
  const stops = [
    session.history.subscribe(planIfChanged),
    session.view.subscribe(planIfChanged),
    session.fontList.subscribe(plan),
    columnsOf(session).store.subscribe(plan),
  ];
  void look();
  return () => {
    looked += 1;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
