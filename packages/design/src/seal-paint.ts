import { isWordsOfDesign } from '@sello/contracts';

/** A colour of a design that is the organization's seal colour, with the design's own colour after it. */
const marked = /^seal:(#[0-9a-f]{6})$/i;

/** The paint that prints the organization's seal colour, and `own` (`#rrggbb`) while it has none. */
export const sealPaint = (own: string): string => `seal:${own}`;

/** The design's own colour of a seal paint; undefined for another colour. */
export const ownColorOf = (paint: string | null | undefined): string | undefined =>
  paint ? marked.exec(paint)?.[1] : undefined;

const known = new WeakMap<object, boolean>();

/** Whether a part of a design, or the whole, has a seal paint anywhere. Parts never change, so each is searched once. */
export function hasSealPaint(part: object): boolean {
  let found = known.get(part);
  if (found === undefined) {
    found = Object.entries(part).some(([name, value]) =>
      typeof value === 'string'
        ? !isWordsOfDesign(name) && marked.test(value)
        : typeof value === 'object' && value !== null && hasSealPaint(value as object),
    );
    known.set(part, found);
  }
  return found;
}

const resolved = new WeakMap<object, Map<string, object>>();

/**
 * A part of a design, or the whole, with its seal paints as plain colours: `color` (`#rrggbb`), or each one's own without
 * it. The same part and colour give the same object, a part without seal paints itself.
 */
export function inSealColor<Part extends object>(part: Part, color?: string): Part {
  if (!hasSealPaint(part)) return part;
  const key = color ?? '';
  const made = resolved.get(part)?.get(key);
  if (made) return made as Part;
  const of = (name: string, value: unknown): unknown => {
    if (typeof value === 'string')
      return isWordsOfDesign(name) ? value : value.replace(marked, color ?? '$1');
    return typeof value === 'object' && value !== null ? inSealColor(value as object, color) : value;
  };
  const result: object = Array.isArray(part)
    ? part.map((value) => of('', value))
    : Object.fromEntries(Object.entries(part).map(([name, value]) => [name, of(name, value)]));
  resolved.set(part, (resolved.get(part) ?? new Map<string, object>()).set(key, result));
  return result as Part;
}
