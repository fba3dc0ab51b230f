import {
  type Design,
  type DesignElement,
  type DesignPage,
  type ElementType,
  singleTypes,
} from '@sello/contracts';
import { kindOf } from '@sello/design';
import { type Placement, pagePlacement, placementInside } from './geometry.ts';
import { currentPage, type EditorState, newId, withPage } from './state.ts';

/** An element with its place in the tree of a page. */
export interface Found {
  element: DesignElement;
  /** The groups around it, outermost first. */
  parents: readonly DesignElement[];
  /** Its index among its siblings. */
  index: number;
  /** How the coordinates in which its box is given lie on the page. */
  placement: Placement;
}

export const childrenOf = (element: DesignElement): readonly DesignElement[] =>
  kindOf(element).children(element);

// The lists of earlier states live on in the history, which their indexes must not make larger: only the latest are kept.
const indexes = new Map<readonly DesignElement[], ReadonlyMap<string, Found>>();
const mostIndexes = 50;

/** Every element of a list and what lies in it, by id. */
export function indexOf(elements: readonly DesignElement[]): ReadonlyMap<string, Found> {
  let known = indexes.get(elements);
  if (!known) {
    const found = new Map<string, Found>();
    const walk = (siblings: readonly DesignElement[], parents: DesignElement[], placement: Placement) => {
      for (const [index, element] of siblings.entries()) {
        found.set(element.id, { element, parents, index, placement });
        const inner = childrenOf(element);
        if (inner.length > 0) walk(inner, [...parents, element], placementInside(placement, element));
      }
    };
    walk(elements, [], pagePlacement);
    known = found;
    if (indexes.size >= mostIndexes) indexes.delete(indexes.keys().next().value as readonly DesignElement[]);
    indexes.set(elements, known);
  }
  return known;
}

/** The selected elements in paint order. */
export function selected(state: EditorState): Found[] {
  return foundOf(currentPage(state), state.selection);
}

/** Elements of a page in paint order, without those that lie in another one of them. */
export function foundOf(page: DesignPage, ids: Iterable<string>): Found[] {
  const wanted = new Set(ids);
  return [...indexOf(page.elements).values()].filter(
    ({ element, parents }) => wanted.has(element.id) && !parents.some(({ id }) => wanted.has(id)),
  );
}

/** Whether an element or a group around it is locked. */
export const isLocked = ({ element, parents }: Found): boolean =>
  element.locked || parents.some(({ locked }) => locked);

/** Whether an element or a group around it is hidden. */
export const isHidden = ({ element, parents }: Found): boolean =>
  element.hidden || parents.some(({ hidden }) => hidden);

/** The selected elements that are not locked. */
export const movable = (state: EditorState): Found[] => selected(state).filter((found) => !isLocked(found));

export type Change = (element: DesignElement) => DesignElement | readonly DesignElement[];

/**
 * Replaces each element by what `change` answers for it, children first. A list in which nothing changed is returned
 * itself.
 */
export function mapElements(elements: DesignElement[], change: Change): DesignElement[] {
  let next: DesignElement[] | null = null;
  for (const [index, element] of elements.entries()) {
    const inner = childrenOf(element) as DesignElement[];
    const mapped = inner.length > 0 ? mapElements(inner, change) : inner;
    const whole = mapped === inner ? element : kindOf(element).withChildren(element, mapped);
    const result = change(whole);
    if (result !== element) next ??= elements.slice(0, index);
    if (next) next.push(...('id' in result ? [result] : result));
  }
  return next ?? elements;
}

/** The page with some of its elements changed. */
export function mapSome(page: DesignPage, ids: Iterable<string>, change: Change): DesignPage {
  const wanted = new Set(ids);
  const elements = mapElements(page.elements, (element) =>
    wanted.has(element.id) ? change(element) : element,
  );
  return elements === page.elements ? page : { ...page, elements };
}

/** The state with some elements of the current page changed. */
export function mapOn(state: EditorState, ids: Iterable<string>, change: Change): EditorState {
  const page = currentPage(state);
  const changed = mapSome(page, ids, change);
  return changed === page ? state : withPage(state, changed);
}

/** The page without some of its elements. Their ids stay in the reading order, as they may be inserted again. */
export const withoutElements = (page: DesignPage, ids: Iterable<string>): DesignPage =>
  mapSome(page, ids, () => []);

/** The page with elements inserted among the children of a group, or of the page itself when `parentId` is null. */
export function inserted(
  page: DesignPage,
  parentId: string | null,
  index: number,
  elements: readonly DesignElement[],
): DesignPage {
  if (parentId === null) return { ...page, elements: page.elements.toSpliced(index, 0, ...elements) };
  return mapSome(page, [parentId], (parent) =>
    kindOf(parent).withChildren(parent, [...childrenOf(parent)].toSpliced(index, 0, ...elements)),
  );
}

/** The children of a group, or of the page itself when there is no id. */
export function siblingsIn(page: DesignPage, parentId: string | null): readonly DesignElement[] {
  if (parentId === null) return page.elements;
  const parent = indexOf(page.elements).get(parentId)?.element;
  return parent ? childrenOf(parent) : [];
}

export const parentIdOf = ({ parents }: Found): string | null => parents.at(-1)?.id ?? null;

function typesIn({ pages }: Pick<Design, 'pages'>): Set<ElementType> {
  return new Set(
    pages.flatMap(({ elements }) => [...indexOf(elements).values()].map(({ element }) => element.type)),
  );
}

/**
 * Copies of elements with new ids, to be added to a design; `ids` maps the old ones to them. What the design has already
 * and may have only once is left out, with groups of nothing else; where nothing would be left, it is copied all the same.
 */
export function copiesFor(design: Pick<Design, 'pages'>, elements: readonly DesignElement[]): Copies {
  const present = typesIn(design);
  const isSecond = ({ type }: DesignElement) => singleTypes.has(type) && present.has(type);
  const left = mapElements([...elements], (element) => {
    const isEmptied = 'elements' in element && element.elements.length === 0;
    return isSecond(element) || isEmptied ? [] : element;
  });
  const isLeftOut = elements.flatMap(withInner).some(isSecond);
  return left.length === 0 && elements.length > 0
    ? { ...copiesOf(elements), isLeftOut: false }
    : { ...copiesOf(left), isLeftOut };
}

export interface Copies {
  elements: DesignElement[];
  ids: ReadonlyMap<string, string>;
  /** Whether something was left out. */
  isLeftOut: boolean;
}

/** An element and all that lies in it. */
export function withInner(element: DesignElement): DesignElement[] {
  return [element, ...childrenOf(element).flatMap(withInner)];
}

function copiesOf(elements: readonly DesignElement[]): Omit<Copies, 'isLeftOut'> {
  const ids = new Map<string, string>();
  const copy = (element: DesignElement): DesignElement => {
    const id = newId();
    ids.set(element.id, id);
    return { ...element, id };
  };
  return { elements: mapElements([...elements], copy), ids };
}
