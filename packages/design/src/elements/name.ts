import type { DesignElement } from '@sello/contracts';
import { kindOf } from './index.ts';

/** The longest name in lists. */
const longestName = 60;

/** The name of an element in lists: its own, or the start of its text. Null: its type names it. */
export function ownNameOf(element: DesignElement): string | null {
  if (element.name.trim() !== '') return element.name;
  const text = kindOf(element)
    .texts(element)
    .find((one) => one.trim() !== '');
  return text === undefined ? null : text.trim().replace(/\s+/g, ' ').slice(0, longestName);
}

/** What an error says of an element: a name for people, which is the id where there is none, and the id for programs. */
export const errorPlace = (element: DesignElement): { element: string; elementId: string } => ({
  element: ownNameOf(element) ?? element.id,
  elementId: element.id,
});
