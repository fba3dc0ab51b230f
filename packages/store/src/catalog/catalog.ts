import type { catalogEntity, Design, Language, RecordOf } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';
import type { Save } from '../templates/templates.ts';

export type CatalogRecord = RecordOf<typeof catalogEntity>;
/** Of the design only the pages, without what is on them. */
export type CatalogSummaryRecord = Omit<CatalogRecord, 'design'> & {
  design: { pages: readonly Pick<Design['pages'][number], 'width' | 'height'>[] };
};

export interface CatalogFields {
  name: string;
  tags: readonly string[];
  design: Design;
  language?: Language | undefined;
  thumbnail?: string | undefined;
  thumbnailKey?: string | undefined;
  updatedBy?: string | undefined;
}

export interface Catalog {
  /** Sorts by name, updatedAt, createdAt; by name without a sort. `language` includes entries for every language. */
  list(
    query?: ListQuery & { language?: Language | undefined; tag?: string | undefined },
  ): Promise<Page<CatalogSummaryRecord>>;
  get(entryId: string): Promise<CatalogRecord | null>;
  /** An existing entry of the given id is returned. */
  create(fields: CatalogFields, entryId?: string): Promise<CatalogRecord>;
  /** As an update of a template: throws `template_not_found`, `template_conflict`. A built-in entry counts as edited. */
  update(entryId: string, fields: CatalogFields, save: Save): Promise<CatalogRecord>;
  /**
   * Writes a built-in entry's content where it differs from the stored one; one that a super admin edited or deleted
   * stays as it is. Safe when several services start concurrently. Returns whether anything was written.
   */
  upsertBuiltIn(entry: CatalogFields & { key: string; language: Language }): Promise<boolean>;
  /** Built-in entries of a language, by key, with their designs: what a new organization gets. */
  builtIns(language: Language): Promise<CatalogRecord[]>;
  /** A built-in entry stays deleted when the service starts again. */
  deleteMany(entryIds: readonly string[]): Promise<number>;
  /** Every tag in use, of the entries that `list` has for a language: the most used first, then by name. */
  tags(language?: Language): Promise<string[]>;
}
