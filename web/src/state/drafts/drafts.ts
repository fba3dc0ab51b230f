import { memory } from '../memory.ts';
import { connect } from './database.ts';
import { databaseOf } from './forget.ts';

/** Where a draft belongs, within the drafts of one person. */
export interface DraftKey {
  /** The id of an organization, or `catalog`. */
  place: string;
  /** The id of a template, or that of one that was never saved. */
  template: string;
  /** The tab in which it is edited: two tabs never overwrite each other's draft. */
  tab: string;
}

/** Unsaved work: `json` is a document of the editor. */
export interface DraftRow extends DraftKey {
  name: string;
  /** The `rev` that it started from; null for a template that was never saved. */
  rev: number | null;
  /** When it was last changed, ms since 1970. */
  changedAt: number;
  json: string;
}

/** What a draft is compared with. Written once for each save, because it is as large as the document. */
export interface BaseRow extends DraftKey {
  /** The document as it was last known to be saved, as JSON. */
  base: string | null;
  /** The document that was being sent: the server may have it or not. */
  sent: string | null;
  /** With what it was being sent: the same again is the same save. */
  request: { key: string; thumbnail: string | null } | null;
}

export type StoredDraft = DraftRow & Omit<BaseRow, keyof DraftKey>;

/** Unsaved work of one person in this browser. Every call rejects when the browser cannot keep it. */
export interface Drafts {
  /** Those of an organization, of every tab; newest first. */
  list(place: string): Promise<StoredDraft[]>;
  write(row: DraftRow): Promise<void>;
  writeBase(row: BaseRow): Promise<void>;
  remove(key: DraftKey): Promise<void>;
  /** The names of all that is not saved, whatever organization it belongs to. */
  names(): Promise<string[]>;
  /** Whether a sign-out in another tab removed them all. Nothing is kept then until `reopen`. */
  readonly areForgotten: boolean;
  reopen(): void;
  close(): void;
}

const keyOf = ({ place, template, tab }: DraftKey): IDBValidKey => [place, template, tab];

export function openDrafts(userId: string): Drafts {
  const connection = connect(userId);
  return {
    async list(place) {
      const range = () => IDBKeyRange.bound([place], [place, []]);
      const rows = await connection.run<DraftRow[]>('readonly', (store) => store('drafts').getAll(range()));
      if (!rows?.length) return [];
      const bases = await connection.run<BaseRow[]>('readonly', (store) => store('bases').getAll(range()));
      const baseOf = (row: DraftRow) =>
        bases?.find(({ template, tab }) => template === row.template && tab === row.tab);
      return rows
        .map((row) => {
          const { base = null, sent = null, request = null } = baseOf(row) ?? {};
          return { ...row, base, sent, request };
        })
        .sort((a, b) => b.changedAt - a.changedAt);
    },
    async write(row) {
      if (!connection.isDeleted) memory.write(databaseOf(userId), 'kept');
      await connection.run('readwrite', (store) => store('drafts').put(row));
    },
    async writeBase(row) {
      await connection.run('readwrite', (store) => store('bases').put(row));
    },
    async remove(key) {
      await connection.run('readwrite', (store) => {
        store('bases').delete(keyOf(key));
        return store('drafts').delete(keyOf(key));
      });
    },
    async names() {
      const rows = await connection.run<DraftRow[]>('readonly', (store) => store('drafts').getAll());
      return (rows ?? []).map(({ name }) => name);
    },
    get areForgotten() {
      return connection.isDeleted;
    },
    reopen: connection.reopen,
    close: connection.close,
  };
}
