import type { ElementType } from '@sello/contracts';
import type { ParseKeys, TFunction } from 'i18next';
import type { Section } from './command.ts';
import type { PageSize } from './commands/pages.ts';
import type { Refusal } from './limits.ts';
import type { NamedKey } from './shortcuts.ts';

export const sectionLabel = (section: Section): ParseKeys => `editor.sections.${section}`;
export const keyLabel = (key: NamedKey): ParseKeys => `editor.keys.${key}`;
export const pageSizeLabel = (size: PageSize): ParseKeys => `editor.pageSizes.${size}`;
export const typeLabel = (type: ElementType): ParseKeys => `editor.types.${type}`;

/** The sentence of a refusal. An element without a name is called by its type, as in lists. */
export function refusalText({ key, values, unnamed }: Omit<Refusal, 'problems'>, t: TFunction): string {
  return String(t(key, { ...values, ...(unnamed && { element: t(typeLabel(unnamed)) }) }));
}
