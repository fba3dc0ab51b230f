import type { DesignPage } from '@sello/contracts';
import { indexOf } from '../../model/index.ts';
import type { LayerRow } from './rows.ts';

/** How a row is chosen: alone, besides the others or not any more, or with all between it and the last one. */
export type Choice = 'one' | 'more' | 'range';

/**
 * The selection after a row was chosen. All that is selected lies in one group, or on the page itself, as on the canvas:
 * of a range those on the level of the row from which it starts.
 */
export function chosenIds(
  page: Pick<DesignPage, 'elements'>,
  rows: readonly LayerRow[],
  selection: readonly string[],
  id: string,
  how: Choice,
  fromId: string | null,
): readonly string[] {
  const index = indexOf(page.elements);
  const parentOf = (one: string): string | null => index.get(one)?.parents.at(-1)?.id ?? null;
  if (how === 'more') {
    if (selection.includes(id)) return selection.filter((one) => one !== id);
    return selection.every((one) => parentOf(one) === parentOf(id)) ? [...selection, id] : [id];
  }
  const start = rows.findIndex(({ element }) => element.id === (fromId ?? selection[0]));
  const end = rows.findIndex(({ element }) => element.id === id);
  if (how === 'one' || start < 0 || end < 0) return [id];
  const parentId = (rows[start] as LayerRow).parentId;
  const between = rows.slice(Math.min(start, end), Math.max(start, end) + 1);
  const onLevel = between.flatMap(({ element }) => {
    const chain = [...(index.get(element.id)?.parents ?? []), element].map((one) => one.id);
    const at = parentId === null ? 0 : chain.indexOf(parentId) + 1;
    return parentId === null || at > 0 ? (chain[at] ?? []) : [];
  });
  return [...new Set(onLevel)];
}
