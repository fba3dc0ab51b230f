import type { Design, RecordOf, templateEntity, templateRevisionEntity } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { ListQuery, Page } from '../database/page.ts';

/** A template without its design, for lists. */
export type TemplateSummaryRecord = Omit<TemplateRecord, 'design'>;

export type TemplateRecord = RecordOf<typeof templateEntity>;

export interface TemplateFields {
  name: string;
  tags: readonly string[];
  design: Design;
  thumbnailKey?: string | undefined;
  updatedBy?: string | undefined;
}

export type PrefixRecord = CertificateRecord['prefix'];

/** A prefix with what it was compiled from besides its revision. */
export type RevisionPrefix = RevisionRecord['prefixes'][number];

export type RevisionRecord = RecordOf<typeof templateRevisionEntity>;

export interface Templates {
  /** Sorts by name, updatedAt, createdAt; last changed first without a sort. Searches name and tags. */
  list(tenantId: string, query?: ListQuery): Promise<Page<TemplateSummaryRecord>>;
  get(tenantId: string, templateId: string): Promise<TemplateRecord | null>;
  /** Which of the ids the tenant has, as summaries. */
  summaries(tenantId: string, templateIds: readonly string[]): Promise<TemplateSummaryRecord[]>;
  /** An existing template of the given id is returned. */
  create(tenantId: string, fields: TemplateFields, templateId?: string): Promise<TemplateRecord>;
  /** Overwrites the working revision. Throws `template_not_found`. */
  update(tenantId: string, templateId: string, fields: TemplateFields): Promise<TemplateRecord>;
  setThumbnail(tenantId: string, templateId: string, thumbnailKey: string): Promise<void>;
  /** Returns how many were deleted. Frozen revisions are kept: issued certificates refer to them. */
  deleteMany(tenantId: string, templateIds: readonly string[]): Promise<number>;
}

export interface Revisions {
  /** The immutable copy of a template as it is now; the same name and design give the same revision. Throws `template_not_found`. */
  freeze(tenantId: string, templateId: string): Promise<RevisionRecord>;
  get(tenantId: string, revisionId: string): Promise<RevisionRecord | null>;
  getMany(tenantId: string, revisionIds: readonly string[]): Promise<RevisionRecord[]>;
  /** Newest first, without designs. */
  listOf(tenantId: string, templateId: string): Promise<Omit<RevisionRecord, 'design'>[]>;
  /** Stores a compiled prefix before the first certificate refers to it; idempotent by key. */
  addPrefix(tenantId: string, revisionId: string, prefix: RevisionPrefix): Promise<void>;
  isPrefixReferenced(tenantId: string, key: string): Promise<boolean>;
  /** The revision that a stored prefix was compiled from. */
  ofPrefix(tenantId: string, key: string): Promise<RevisionRecord | null>;
}
