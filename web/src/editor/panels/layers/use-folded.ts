import type { DesignPage } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { indexOf } from '../../model/index.ts';

/** The groups whose layers are not listed. What is selected is always listed. */
export function useFolded(page: DesignPage, selection: readonly string[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const set = (id: string, isClosed: boolean) =>
    setClosed((before) => {
      if (before.has(id) === isClosed) return before;
      const next = new Set(before);
      if (isClosed) next.add(id);
      else next.delete(id);
      return next;
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a group can be closed around what is selected already.
  useEffect(() => {
    const layers = indexOf(page.elements);
    for (const id of selection) for (const parent of layers.get(id)?.parents ?? []) set(parent.id, false);
  }, [selection]);
  return { closed, set };
}
