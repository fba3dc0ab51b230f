import { useState } from 'react';

/** What is selected of a list; what has left the list is not selected any more. */
export interface Picked<Item> {
  items: readonly Item[];
  isAll: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

const nothing: ReadonlySet<string> = new Set();

/** The selection in a list; `listed` is undefined while it loads. */
export function usePicked<Item extends { _id: string }>(listed: readonly Item[] = []): Picked<Item> {
  const [ids, setIds] = useState(nothing);
  const items = listed.filter(({ _id }) => ids.has(_id));
  const isAll = listed.length > 0 && items.length === listed.length;
  return {
    items,
    isAll,
    has: (id) => ids.has(id),
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(isAll ? nothing : new Set(listed.map(({ _id }) => _id))),
    clear: () => setIds(nothing),
  };
}
