import type { Design, DesignElement } from '@sello/contracts';

const known = new WeakMap<object, readonly string[]>();

/** The colours somewhere in a value, in its order. */
function colorsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return value.length === 7 && /^#[0-9a-f]{6}$/i.test(value) ? [value.toLowerCase()] : [];
  if (typeof value !== 'object' || value === null) return [];
  let found = known.get(value);
  if (!found) {
    found = [...new Set(Object.values(value).flatMap(colorsIn))];
    known.set(value, found);
  }
  return found;
}

/** The colours of a design: those that most elements use come first. */
export function usedColors({ pages }: Design): string[] {
  const counts = new Map<string, number>();
  const add = (of: DesignElement | string) => {
    for (const color of colorsIn(of)) counts.set(color, (counts.get(color) ?? 0) + 1);
  };
  for (const page of pages) {
    if (page.background.color) add(page.background.color);
    for (const element of page.elements) add(element);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
}
