import { type Addressing, useAddressed } from './address.ts';

/** A view whose pages are reached in order. */
interface Paged {
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

/** The cursors that an entry of the history keeps, so that back and reload keep the page. */
export function cursorsOf(state: unknown): readonly string[] {
  const kept = (state as { cursors?: unknown } | null)?.cursors;
  return Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [];
}

/** A list that is read page by page. Narrowing goes to its first page, without an entry of its own in the history. */
export function usePages<View extends Paged>(addressing: Addressing<View>) {
  const { view, go } = useAddressed(addressing);
  return {
    view,
    narrow: (change: Partial<Omit<View, 'cursors'>>) => go({ ...view, ...change, cursors: [] }, true),
    next: (cursor: string) => go({ ...view, cursors: [...view.cursors, cursor] }),
    previous: () => go({ ...view, cursors: view.cursors.slice(0, -1) }),
  };
}

/** The query with those fields of a view that have a value, each under its own name. */
export function queryWith<Name extends string>(names: readonly Name[], view: Record<Name, string>): string {
  const address = new URLSearchParams();
  for (const name of names) if (view[name]) address.set(name, view[name]);
  return address.toString();
}
