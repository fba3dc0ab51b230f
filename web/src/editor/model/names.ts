import type { DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';

/** The longest name in lists. */
const longestName = 60;

/** The name of an element in lists: its own, or the start of its text. Null: its type names it. */
export function ownNameOf(element: DesignElement): string | null {
  if (element.name !== '') return element.name;
  const text = kindOf(element)
    .texts(element)
    .find((one) => one.trim() !== '');
  return text === undefined ? null : text.trim().replace(/\s+/g, ' ').slice(0, longestName);
}
