import type { DesignElement, DesignPage } from '@sello/contracts';
import { ownNameOf } from '../../model/index.ts';

/** An element as a row of the list, with where it lies. */
export interface LayerRow {
  element: DesignElement;
  parentId: string | null;
  /** Its place among its siblings, 0 = at the bottom. */
  index: number;
  /** 1 on the page, one more in each group. */
  level: number;
  /** Hidden by itself or with a group around it. */
  isHidden: boolean;
}

function rowsIn(
  elements: readonly DesignElement[],
  at: Pick<LayerRow, 'parentId' | 'level' | 'isHidden'>,
  isOpen: (id: string) => boolean,
): LayerRow[] {
  return elements
    .map((element, index): LayerRow[] => {
      const isHidden = at.isHidden || element.hidden;
      const row = { element, index, parentId: at.parentId, level: at.level, isHidden };
      if (!('elements' in element) || !isOpen(element.id)) return [row];
      const inside = { parentId: element.id, level: at.level + 1, isHidden };
      return [row, ...rowsIn(element.elements, inside, isOpen)];
    })
    .toReversed()
    .flat();
}

/** The layers of a page, the upper ones first; those in closed groups are left out. */
export function layerRows(
  { elements }: Pick<DesignPage, 'elements'>,
  closed: ReadonlySet<string>,
): LayerRow[] {
  return rowsIn(elements, { parentId: null, level: 1, isHidden: false }, (id) => !closed.has(id));
}

/** The rows whose names hold the words; `typeName` names elements without a name of their own. */
export function foundRows(
  rows: readonly LayerRow[],
  words: string,
  typeName: (element: DesignElement) => string,
): readonly LayerRow[] {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ element }) =>
    (ownNameOf(element) ?? typeName(element)).toLocaleLowerCase().includes(wanted),
  );
}

/** Where rows go that are dropped above a row, or below the last one: as `moveLayers` takes it. */
export function dropPlace(
  rows: readonly LayerRow[],
  before: number,
): { parentId: string | null; index: number } {
  const row = rows[before];
  if (row) return { parentId: row.parentId, index: row.index + 1 };
  return { parentId: null, index: 0 };
}
