import type { Design, DesignElement, DesignPage, ElementType } from '@sello/contracts';
import { ownNameOf } from '@sello/design';
import type { ParseKeys } from 'i18next';
import { indexOf, parentIdOf } from './tree.ts';

/** One difference between two designs. */
export interface DesignChange {
  of: 'page' | 'element' | 'variable' | 'design';
  /** moved: its place among its siblings, its group or its page is another one, and nothing else. */
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The id of the page or element, or the name of the variable; empty for the design. */
  id: string;
  /** The page of an element. */
  pageId: string | null;
  /** Of an element that has no name of its own, its type names it. */
  name: string | null;
  type: ElementType | null;
  /** The properties that differ. */
  properties: readonly string[];
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  const [one, other] = [a, b] as Record<string, unknown>[];
  return names.every((name) => Object.hasOwn(b, name) && isEqual(one?.[name], other?.[name]));
}

/** The names of properties that differ; those of `apart` are compared elsewhere. */
function differing(a: object, b: object, apart: readonly string[]): string[] {
  const [one, other] = [a, b] as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !apart.includes(name) && !isEqual(one?.[name], other?.[name]),
  );
}

interface Placed {
  element: DesignElement;
  pageId: string;
  parentId: string | null;
}

function placedIn(design: Design): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  for (const page of design.pages) {
    for (const [id, found] of indexOf(page.elements)) {
      placed.set(id, { element: found.element, pageId: page.id, parentId: parentIdOf(found) });
    }
  }
  return placed;
}

/**
 * The ids that lie in another order, the fewest that explain it: all but a longest part that kept its order. Ids that are
 * in one list alone do not count.
 */
function reordered(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => place.has(id));
  // Longest increasing subsequence: the last id of the best one of each length, and what comes before each.
  const ends: number[] = [];
  const previous: number[] = [];
  const order = common.map((id) => place.get(id) as number);
  for (const [index, value] of order.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((order[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  }
  const kept = new Set<string>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) kept.add(common[at] as string);
  return new Set(common.filter((id) => !kept.has(id)));
}

/** The elements whose order among their siblings differs, by the parents that they have in both. */
function movedElements(before: ReadonlyMap<string, Placed>, after: ReadonlyMap<string, Placed>): Set<string> {
  const siblings = (placed: ReadonlyMap<string, Placed>) =>
    Map.groupBy(placed.values(), ({ pageId, parentId }) => `${pageId} ${parentId}`);
  const old = siblings(before);
  const moved = new Set<string>();
  for (const [parent, now] of siblings(after)) {
    const ids = (list: readonly Placed[]) => list.map(({ element }) => element.id);
    for (const id of reordered(ids(old.get(parent) ?? []), ids(now))) moved.add(id);
  }
  return moved;
}

function elementChanges(before: Design, after: Design): DesignChange[] {
  const [old, now] = [placedIn(before), placedIn(after)];
  const moved = movedElements(old, now);
  const change = ({ element, pageId }: Placed, kind: DesignChange['kind'], properties: string[] = []) => ({
    ...{ of: 'element' as const, kind, id: element.id, pageId, properties },
    ...{ name: ownNameOf(element), type: element.type },
  });
  const changes: DesignChange[] = [];
  for (const [id, one] of now) {
    const prior = old.get(id);
    if (!prior) changes.push(change(one, 'added'));
    else if (
      prior.element !== one.element ||
      prior.pageId !== one.pageId ||
      prior.parentId !== one.parentId ||
      moved.has(id)
    ) {
      const properties = differing(prior.element, one.element, ['elements']);
      const isElsewhere = prior.pageId !== one.pageId || prior.parentId !== one.parentId || moved.has(id);
      if (properties.length > 0) changes.push(change(one, 'changed', properties));
      else if (isElsewhere) changes.push(change(one, 'moved'));
    }
  }
  for (const [id, one] of old) if (!now.has(id)) changes.push(change(one, 'removed'));
  return changes;
}

function pageChanges(before: Design, after: Design): DesignChange[] {
  const change = (id: string, kind: DesignChange['kind'], properties: string[] = []): DesignChange => ({
    ...{ of: 'page', kind, id, pageId: id, name: null, type: null, properties },
  });
  const byId = (pages: readonly DesignPage[]) => new Map(pages.map((page) => [page.id, page]));
  const [old, now] = [byId(before.pages), byId(after.pages)];
  const moved = reordered([...old.keys()], [...now.keys()]);
  const changes: DesignChange[] = [];
  for (const [id, page] of now) {
    const prior = old.get(id);
    const properties = prior ? differing(prior, page, ['elements']) : [];
    if (!prior) changes.push(change(id, 'added'));
    else if (properties.length > 0) changes.push(change(id, 'changed', properties));
    else if (moved.has(id)) changes.push(change(id, 'moved'));
  }
  for (const id of old.keys()) if (!now.has(id)) changes.push(change(id, 'removed'));
  return changes;
}

function variableChanges(before: Design, after: Design): DesignChange[] {
  const byName = ({ variables }: Design) => new Map(variables.map((variable) => [variable.name, variable]));
  const [old, now] = [byName(before), byName(after)];
  const change = (name: string, kind: DesignChange['kind'], properties: string[] = []): DesignChange => ({
    ...{ of: 'variable', kind, id: name, pageId: null, name, type: null, properties },
  });
  const changes: DesignChange[] = [];
  for (const [name, variable] of now) {
    const prior = old.get(name);
    const properties = prior ? differing(prior, variable, []) : [];
    if (!prior) changes.push(change(name, 'added'));
    else if (properties.length > 0) changes.push(change(name, 'changed', properties));
  }
  for (const name of old.keys()) if (!now.has(name)) changes.push(change(name, 'removed'));
  return changes;
}

/**
 * What differs between two designs: pages, elements, declared variables and the settings of the design, each once. The
 * elements of a page that was added or removed are counted too.
 */
export function changesBetween(before: Design, after: Design): DesignChange[] {
  const settings = differing(before, after, ['pages', 'variables']);
  const ofDesign: DesignChange = {
    ...{ of: 'design', kind: 'changed', id: '', pageId: null, name: null, type: null, properties: settings },
  };
  return [
    ...(settings.length > 0 ? [ofDesign] : []),
    ...pageChanges(before, after),
    ...elementChanges(before, after),
    ...variableChanges(before, after),
  ];
}

/** The text of a change. An element without a name is given that of its type, in the language of the person. */
export function changeLabel({ of, kind }: DesignChange): ParseKeys {
  // The settings of a design are there in every design, and variables have no order that a person sees.
  if (of === 'design') return 'editor.changes.design.changed';
  if (of === 'variable') return `editor.changes.variable.${kind === 'moved' ? 'changed' : kind}`;
  return `editor.changes.${of}.${kind}`;
}
