import type { Design, Language } from '@sello/contracts';
import { changesBetween } from '../model/index.ts';

/** Whether it is a template of the organization or an entry of the catalog. */
export type Kind = 'template' | 'catalog';

/** What is saved: a template, or an entry of the catalog. */
export interface SavedDocument {
  name: string;
  tags: readonly string[];
  design: Design;
  /** The language of an entry of the catalog; absent = for every language. */
  language?: Language | undefined;
}

/** A document as the server has it. `updatedAt` is a moment in ISO 8601. */
export interface OnServer {
  id: string;
  rev: number;
  updatedAt: string;
  updatedBy?: string | undefined;
  thumbnailUrl?: string | undefined;
  document: SavedDocument;
}

const tagsOf = (tags: readonly string[]) => JSON.stringify([...new Set(tags.map((tag) => tag.trim()))]);

/** Whether both would be stored as the same. */
export function isSameDocument(one: SavedDocument, other: SavedDocument): boolean {
  if (one === other) return true;
  return (
    one.name.trim() === other.name.trim() &&
    one.language === other.language &&
    tagsOf(one.tags) === tagsOf(other.tags) &&
    (one.design === other.design || changesBetween(one.design, other.design).length === 0)
  );
}
