import type { DesignElement, DesignPage } from '@sello/contracts';

/** The elements of a page as a screen reader comes to them: first those that were ordered, then from the bottom up. */
function ordered({ elements, readingOrder }: DesignPage): DesignElement[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const first = readingOrder.flatMap((id) => byId.get(id) ?? []);
  const isFirst = new Set(first.map(({ id }) => id));
  return [...first, ...elements.filter(({ id }) => !isFirst.has(id))];
}

/** What a screen reader reads of the page, in its order. */
export const readIn = (page: DesignPage): DesignElement[] => ordered(page).filter(({ hidden }) => !hidden);

/** The order after an element was moved past its neighbour in `readIn`; hidden ones keep their places. */
export function reordered(page: DesignPage, id: string, by: 1 | -1): string[] {
  const read = readIn(page).map((element) => element.id);
  const neighbour = read[read.indexOf(id) + by];
  const ids = ordered(page).map((element) => element.id);
  if (neighbour === undefined) return ids;
  const left = ids.filter((one) => one !== id);
  left.splice(left.indexOf(neighbour) + (by === 1 ? 1 : 0), 0, id);
  return left;
}
