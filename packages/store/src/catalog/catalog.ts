import type { catalogEntity, Design, Language, RecordOf } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type CatalogRecord = RecordOf<typeof catalogEntity>;
export type CatalogSummaryRecord = Omit<CatalogRecord, 'design'>;

export interface CatalogFields {
  name: string;
  tags: readonly string[];
  design: Design;
  thumbnailKey?: string | undefined;
}

export interface Catalog {
  /** Sorts by name, updatedAt, createdAt; by name without a sort. */
  list(query?: ListQuery & { language?: Language | undefined }): Promise<Page<CatalogSummaryRecord>>;
  get(entryId: string): Promise<CatalogRecord | null>;
  /** An existing entry of the given id is returned. */
  create(fields: CatalogFields, entryId?: string): Promise<CatalogRecord>;
  /** Throws `template_not_found`. */
  update(entryId: string, fields: CatalogFields): Promise<CatalogRecord>;
  /** Writes a built-in entry's content; safe when several services start concurrently. */
  upsertBuiltIn(entry: CatalogFields & { key: string; language: Language }): Promise<CatalogRecord>;
  /** Built-in entries of a language, by key, with their designs: what a new organization gets. */
  builtIns(language: Language): Promise<CatalogRecord[]>;
  deleteMany(entryIds: readonly string[]): Promise<number>;
  /** Every tag in use, sorted. */
  tags(): Promise<string[]>;
}
