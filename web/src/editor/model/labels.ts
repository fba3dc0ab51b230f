import type { ElementType } from '@sello/contracts';
import type { ParseKeys } from 'i18next';
import type { Section } from './command.ts';
import type { PageSize } from './commands/pages.ts';
import type { NamedKey } from './shortcuts.ts';

export const sectionLabel = (section: Section): ParseKeys => `editor.sections.${section}`;
export const keyLabel = (key: NamedKey): ParseKeys => `editor.keys.${key}`;
export const pageSizeLabel = (size: PageSize): ParseKeys => `editor.pageSizes.${size}`;
export const typeLabel = (type: ElementType): ParseKeys => `editor.types.${type}`;
