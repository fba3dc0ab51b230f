import type { Design } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

/** What a list shows of a template: everything but the design. */
export interface TemplateSummaryRecord {
  _id: string;
  tenantId: string;
  name: string;
  tags: string[];
  /** Object key of the thumbnail. */
  thumbnailKey?: string;
  /** Grows with every save; an editor that saves an older one is told. */
  rev: number;
  createdAt: Date;
  updatedAt: Date;
  updatedBy?: string;
}

export interface TemplateRecord extends TemplateSummaryRecord {
  design: Design;
}

export interface TemplateFields {
  name: string;
  tags: readonly string[];
  design: Design;
  thumbnailKey?: string | undefined;
  updatedBy?: string | undefined;
}

/** A compiled prefix of a revision: an object in `blobs`, named by its content. */
export interface PrefixRecord {
  key: string;
  sha256: string;
  size: number;
}

/** A template as a batch pinned it. Never changes; its id follows from its content. */
export interface RevisionRecord {
  _id: string;
  tenantId: string;
  templateId: string;
  name: string;
  design: Design;
  /** Every prefix that certificates of this revision may refer to; none of these objects may be deleted. */
  prefixes: PrefixRecord[];
  createdAt: Date;
}

export interface Templates {
  /** Sorts by name, updatedAt, createdAt; last changed first without a sort. Searches name and tags. */
  list(tenantId: string, query?: ListQuery): Promise<Page<TemplateSummaryRecord>>;
  get(tenantId: string, templateId: string): Promise<TemplateRecord | null>;
  /** Which of the ids the tenant has, as summaries. */
  summaries(tenantId: string, templateIds: readonly string[]): Promise<TemplateSummaryRecord[]>;
  /** A template of the given id that stands is answered. */
  create(tenantId: string, fields: TemplateFields, templateId?: string): Promise<TemplateRecord>;
  /** Overwrites the working revision. Throws `template_not_found`. */
  update(tenantId: string, templateId: string, fields: TemplateFields): Promise<TemplateRecord>;
  setThumbnail(tenantId: string, templateId: string, thumbnailKey: string): Promise<void>;
  /** How many there were. Frozen revisions stay: issued certificates refer to them. */
  deleteMany(tenantId: string, templateIds: readonly string[]): Promise<number>;
}

export interface Revisions {
  /** The immutable copy of a template as it is now; the same name and design give the same revision. Throws `template_not_found`. */
  freeze(tenantId: string, templateId: string): Promise<RevisionRecord>;
  get(tenantId: string, revisionId: string): Promise<RevisionRecord | null>;
  getMany(tenantId: string, revisionIds: readonly string[]): Promise<RevisionRecord[]>;
  /** Newest first, without designs. */
  listOf(tenantId: string, templateId: string): Promise<Omit<RevisionRecord, 'design'>[]>;
  /** Notes a compiled prefix before the first certificate refers to it; idempotent by key. */
  addPrefix(tenantId: string, revisionId: string, prefix: PrefixRecord): Promise<void>;
  isPrefixReferenced(tenantId: string, key: string): Promise<boolean>;
  /** The revision that a stored prefix was compiled from. */
  ofPrefix(tenantId: string, key: string): Promise<RevisionRecord | null>;
}
