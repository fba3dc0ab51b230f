import type { DesignElement, DesignPage } from '@sello/contracts';

/** An element as a row of the list, with where it lies. */
export interface LayerRow {
  element: DesignElement;
  parentId: string | null;
  /** Its place among its siblings, 0 = at the bottom. */
  index: number;
  /** Its place in the list among its siblings, 1 = at the top, and how many there are. */
  position: number;
  siblings: number;
  /** 1 on the page, one more in each group. */
  level: number;
  /** Hidden by itself or with a group around it. */
  isHidden: boolean;
  /** Of groups alone. */
  isOpen: boolean | undefined;
}

type Listed = (element: DesignElement) => boolean;
const innerOf = (element: DesignElement): readonly DesignElement[] | null =>
  'elements' in element ? element.elements : null;

function rowsIn(
  elements: readonly DesignElement[],
  at: Pick<LayerRow, 'parentId' | 'level' | 'isHidden'>,
  isOpen: (id: string) => boolean,
  isListed: Listed,
  rows: LayerRow[],
): void {
  const siblings = elements.length;
  for (let index = siblings - 1; index >= 0; index -= 1) {
    const element = elements[index] as DesignElement;
    if (!isListed(element)) continue;
    const isHidden = at.isHidden || element.hidden;
    const inner = innerOf(element);
    const open = inner ? isOpen(element.id) : undefined;
    rows.push({ element, index, position: siblings - index, siblings, ...at, isHidden, isOpen: open });
    if (!inner || !open) continue;
    rowsIn(inner, { parentId: element.id, level: at.level + 1, isHidden }, isOpen, isListed, rows);
  }
}

const onPage = { parentId: null, level: 1, isHidden: false };

/** The layers of a page, the upper ones first; those in closed groups are left out. */
export function layerRows(
  { elements }: Pick<DesignPage, 'elements'>,
  closed: ReadonlySet<string>,
): LayerRow[] {
  const rows: LayerRow[] = [];
  rowsIn(
    elements,
    onPage,
    (id) => !closed.has(id),
    () => true,
    rows,
  );
  return rows;
}

/** The layers whose names hold the words, also in closed groups, below the groups around them. */
export function foundRows(
  { elements }: Pick<DesignPage, 'elements'>,
  words: string,
  nameOf: (element: DesignElement) => string,
): LayerRow[] {
  const wanted = words.trim().toLocaleLowerCase();
  const listed = new Set<DesignElement>();
  const opened = new Set<string>();
  const look = (element: DesignElement): boolean => {
    const isInside = (innerOf(element) ?? []).filter(look).length > 0;
    if (isInside) opened.add(element.id);
    const isFound = isInside || nameOf(element).toLocaleLowerCase().includes(wanted);
    if (isFound) listed.add(element);
    return isFound;
  };
  for (const element of elements) look(element);
  const rows: LayerRow[] = [];
  rowsIn(
    elements,
    onPage,
    (id) => opened.has(id),
    (element) => listed.has(element),
    rows,
  );
  return rows;
}

/** Where dragged layers go: as `moveLayers` takes it, and how the list shows it. */
export interface DropPlace {
  parentId: string | null;
  index: number;
  /** The group into which they go as a whole; null: the line says it. */
  intoId: string | null;
  /** The row above which the line lies, and how far it is indented. */
  line: number;
  level: number;
}

/** The place at a height of the list, in rows from its top. */
export function dropPlace(rows: readonly LayerRow[], height: number): DropPlace {
  const at = Math.floor(height);
  const row = rows[Math.max(0, at)];
  if (!row) return { parentId: null, index: 0, intoId: null, line: rows.length, level: 1 };
  const { element, parentId, index, level, isOpen } = row;
  const part = at < 0 ? 0 : height - at;
  const inner = innerOf(element);
  if (inner && part >= 0.25 && part < 0.75) {
    return { parentId: element.id, index: inner.length, intoId: element.id, line: at + 1, level: level + 1 };
  }
  if (part < 0.5) return { parentId, index: index + 1, intoId: null, line: Math.max(0, at), level };
  // Below an open group is above the first layer in it.
  if (inner && isOpen)
    return { parentId: element.id, index: inner.length, intoId: null, line: at + 1, level: level + 1 };
  return { parentId, index, intoId: null, line: at + 1, level };
}
