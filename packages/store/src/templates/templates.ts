import type {
  Design,
  DesignBrand,
  RecordOf,
  RevisionReason,
  templateEntity,
  templateRevisionEntity,
} from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { ListQuery, Page } from '../database/page.ts';

/** A template without its design, for lists. */
export type TemplateSummaryRecord = Omit<TemplateRecord, 'design'>;

export type TemplateRecord = RecordOf<typeof templateEntity>;

export interface TemplateFields {
  name: string;
  tags: readonly string[];
  design: Design;
  /** Without them an update keeps the thumbnail. */
  thumbnail?: string | undefined;
  thumbnailKey?: string | undefined;
  updatedBy?: string | undefined;
}

/** What an update started from, and who it is: 24 hex digits, the same when it is repeated after a crash. */
export interface Save {
  rev: number;
  saveId?: string | undefined;
}

/** Facts beside a revision's content. */
export interface FreezeFacts {
  reason: RevisionReason;
  label?: string | undefined;
  createdBy?: string | undefined;
  /** Frozen in place of the stored state, which stays; such a revision has no thumbnail. */
  unsaved?: Pick<TemplateFields, 'name' | 'design'> | undefined;
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
  /**
   * What the templates are drawn in: colours and families by how many of them, the most used first. Of templates that
   * were saved before this was stored with them, the 50 that were changed last are read.
   */
  brand(tenantId: string): Promise<DesignBrand>;
  /** An existing template of the given id is returned. */
  create(tenantId: string, fields: TemplateFields, templateId?: string): Promise<TemplateRecord>;
  /**
   * Overwrites the template if its `rev` is still the one that the save started from; of several concurrent saves one
   * succeeds. Throws `template_not_found`; `template_conflict` with the stored `{rev, updatedAt, updatedBy}`, where
   * `updatedBy` is the id of a person.
   */
  update(tenantId: string, templateId: string, fields: TemplateFields, save: Save): Promise<TemplateRecord>;
  setThumbnail(tenantId: string, templateId: string, thumbnailKey: string): Promise<void>;
  /** Returns how many were deleted. Frozen revisions are kept: issued certificates refer to them. */
  deleteMany(tenantId: string, templateIds: readonly string[]): Promise<number>;
}

export interface Revisions {
  /**
   * The immutable copy of a template as it is now; the same name and design give the same revision, which is kept for
   * ever once a batch used it or somebody named it. Throws `template_not_found`.
   */
  freeze(tenantId: string, templateId: string, facts?: FreezeFacts): Promise<RevisionRecord>;
  /** Deletes the oldest revisions that were frozen automatically, beyond the newest 100 of them. Returns how many. */
  prune(tenantId: string, templateId: string): Promise<number>;
  get(tenantId: string, revisionId: string): Promise<RevisionRecord | null>;
  getMany(tenantId: string, revisionIds: readonly string[]): Promise<RevisionRecord[]>;
  /** All of every template, by id; iterate, do not collect them in memory. */
  each(tenantId: string): AsyncIterable<RevisionRecord>;
  /** Newest first, without designs. */
  listOf(tenantId: string, templateId: string): Promise<Omit<RevisionRecord, 'design'>[]>;
  /** Stores a compiled prefix before the first certificate refers to it; idempotent by key. */
  addPrefix(tenantId: string, revisionId: string, prefix: RevisionPrefix): Promise<void>;
  isPrefixReferenced(tenantId: string, key: string): Promise<boolean>;
  /** The revision that a stored prefix was compiled from. */
  ofPrefix(tenantId: string, key: string): Promise<RevisionRecord | null>;
}
