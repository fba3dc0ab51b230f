import { studentsApi } from '@sello/contracts';
import { call } from '../../../api/index.ts';
import { createStore, type Store } from '../../../state/store.ts';
import type { EditorSession } from '../../session/session.ts';

/** How many students are looked at for their columns. */
const mostStudents = 500;

/** The further columns of the organization's students. */
export interface KnownColumns {
  /** Their names without `custom.`; null while they are not known. */
  names: ReadonlySet<string> | null;
  /** How many students were looked at. */
  students: number;
  /** Whether there are others that were not looked at. */
  hasMore: boolean;
}

interface Columns {
  readonly store: Store<KnownColumns>;
  /** Asks once; what cannot be fetched stays unknown. */
  fetch(): Promise<void>;
}

const ofSessions = new WeakMap<EditorSession, Columns>();

/** The columns that the CSVs of an organization had, found in its students. */
export function columnsOf(session: EditorSession): Columns {
  const existing = ofSessions.get(session);
  if (existing) return existing;
  const store = createStore<KnownColumns>({ names: null, students: 0, hasMore: false });
  let fetching: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const { items, total } = await call(studentsApi, 'list', { query: { limit: mostStudents } });
    // Before the first import nobody can say which columns there will be.
    if (items.length === 0) return;
    const names = new Set(items.flatMap(({ custom }) => Object.keys(custom)));
    store.set({ names, students: items.length, hasMore: total > items.length });
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
