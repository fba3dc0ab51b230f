import type { DesignElement, ElementType } from '@sello/contracts';
import { kindOf } from '@sello/design';
import type { ParseKeys } from 'i18next';
import type { Section } from './command.ts';
import type { PageSize } from './commands/pages.ts';
import type { NamedKey } from './shortcuts.ts';

export const sectionLabel = (section: Section): ParseKeys => `editor.sections.${section}`;
export const keyLabel = (key: NamedKey): ParseKeys => `editor.keys.${key}`;
export const pageSizeLabel = (size: PageSize): ParseKeys => `editor.pageSizes.${size}`;
export const typeLabel = (type: ElementType): ParseKeys => `editor.types.${type}`;

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
