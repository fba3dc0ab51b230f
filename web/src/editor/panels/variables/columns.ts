import { studentsApi } from '@sello/contracts';
import { createStore, type Store } from '../../../state/store.ts';
import type { EditorSession } from '../../session/session.ts';

/** The further columns of the organization's students. */
export interface KnownColumns {
  /** Their names without `custom.`; null while they are not known. */
  names: ReadonlySet<string> | null;
}

interface Columns {
  readonly store: Store<KnownColumns>;
  /** Asks once; what cannot be fetched stays unknown. */
  fetch(): Promise<void>;
}

const ofSessions = new WeakMap<EditorSession, Columns>();

/** The columns that the CSVs of an organization had, of all its students. */
export function columnsOf(session: EditorSession): Columns {
  const existing = ofSessions.get(session);
  if (existing) return existing;
  const store = createStore<KnownColumns>({ names: null });
  let fetching: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const { columns: names } = await session.client.call(studentsApi, 'columns', {});
    store.set({ names: names && new Set(names) });
  };
  const columns: Columns = {
    store,
    fetch() {
      fetching ??= ask().catch(() => undefined);
      return fetching;
    },
  };
  ofSessions.set(session, columns);
  return columns;
}
