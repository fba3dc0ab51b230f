import { z } from 'zod';
import { brandLimits } from '../design/brand.ts';
import { designColor } from '../design/parts.ts';
import { checkDesign, checkDesignSize, designShape, designVersion } from '../design.ts';
import { catalogSummary, revisionReason, templateSummary } from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { bodyCounts, languages, limits } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { nameText } from '../texts.ts';
import { defineApi, done, idOf, listQuery, orSuperAdmin, page, withPermission } from './define.ts';
import { tagsBody, tagsReply } from './template-tags.ts';

/** Who saved or froze something: name, or e-mail of a person without one. */
const person = z.string();

/** A template: its summary and the fields of its design. */
export const template = templateSummary.extend({ ...designShape, updatedBy: person.optional() });
export type Template = z.infer<typeof template>;

/** A template as it was at some time: `updatedAt` and `updatedBy` say when and by whom it was frozen. */
const pastTemplate = template.omit({ rev: true });
export type PastTemplate = z.infer<typeof pastTemplate>;

export const catalogEntry = catalogSummary.extend({ ...designShape, updatedBy: person.optional() });
export type CatalogEntry = z.infer<typeof catalogEntry>;

const rev = z.int().min(1);

const templateFields = {
  _id: withFieldError(id.optional(), { wrong: 'template_not_found' }),
  name: withFieldError(nameText(200), { missing: 'template_name_required' }),
  tags: z.array(nameText(60)).max(50).default([]),
  /**
   * The id of an uploaded image, of the organization or of the catalog, or of an entry of the catalog, whose thumbnail is
   * taken. Without one the template keeps the thumbnail it has.
   */
  thumbnail: withFieldError(id.optional(), { wrong: 'template_image_unknown' }),
  /** The one that the template was read with; required with `_id`. */
  rev: rev.optional(),
};

/** The design's fields; an error in one of them is that of the template. */
const designFields = {
  version: withFieldError(designShape.version.default(designVersion), 'template_invalid', true),
  locale: withFieldError(designShape.locale, 'template_invalid', true),
  dateStyle: withFieldError(designShape.dateStyle, 'template_invalid', true),
  timeZone: withFieldError(designShape.timeZone, 'template_invalid', true),
  pages: withFieldError(designShape.pages, 'template_invalid', true),
  variables: withFieldError(designShape.variables, 'template_invalid', true),
} satisfies Record<keyof typeof designShape, z.ZodType>;

/** A save of an existing template names the `rev` it started from. */
function requireRev(
  { _id, rev: from }: { _id?: string | undefined; rev?: number | undefined },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  if (_id === undefined || from !== undefined) return;
  context.addIssue({ code: 'custom', message: 'required with _id', path: ['rev'] });
}

const templateBody = z
  .object({ ...templateFields, ...designFields })
  .superRefine(requireRev)
  .superRefine(checkDesign)
  .superRefine(checkDesignSize);

/** What an editor has and does not save, because somebody else's version was taken. */
const unsavedState = z
  .object({ name: templateFields.name, ...designFields })
  .superRefine(checkDesign)
  .superRefine(checkDesignSize);

const catalogBody = z
  .object({ ...templateFields, ...designFields, language: z.enum(languages).optional() })
  .superRefine(requireRev)
  .superRefine(checkDesign)
  .superRefine(checkDesignSize);

const exportBody = z
  .object({
    /** A stored template; otherwise the fields of a design are given. */
    id: withFieldError(id.optional(), { wrong: 'template_not_found' }),
    ...designFields,
    pages: designFields.pages.optional(),
    /** Names the file of a design. */
    name: nameText(200).optional(),
    /** Whose values are printed; without one, the samples of the variables. */
    studentId: withFieldError(id.optional(), { wrong: 'student_not_found' }),
    /** Whether each page is marked as a specimen. */
    mark: z.boolean().default(true),
  })
  .superRefine(({ id, pages, variables }, context) => {
    if (pages !== undefined) checkDesign({ pages, variables }, context);
    if ((id === undefined) !== (pages === undefined)) return;
    context.addIssue({ code: 'custom', message: 'either id or pages', path: ['pages'] });
  })
  .superRefine(checkDesignSize);

const revision = z.object({
  _id: id,
  name: z.string(),
  /** When the template was frozen in this state. */
  createdAt: moment,
  label: z.string().optional(),
  reason: revisionReason,
  createdBy: person.optional(),
  thumbnailUrl: z.string().optional(),
});
export type Revision = z.infer<typeof revision>;

const idsOfTemplates = z.object({ ids: withFieldError(z.array(id).min(1).max(1000), 'ids_invalid', true) });
const designBody = { bodyLimit: 8 * 1024 * 1024, bodyCounts: bodyCounts.design } as const;
const seesCatalog = orSuperAdmin('catalog.view', 'templates.create');

export const templatesApi = defineApi('templates', {
  list: {
    method: 'GET',
    access: withPermission('templates.view'),
    query: listQuery,
    reply: page(templateSummary),
    fallback: 'Failed to list templates',
  },
  get: {
    method: 'GET',
    access: withPermission('templates.view'),
    query: z.object({ id: idOf('template_not_found') }),
    reply: template,
    nullOn: 'template_not_found',
    fallback: 'Failed to list templates',
  },
  /** How many students have each template; templates without students are left out. */
  usage: {
    method: 'GET',
    access: withPermission('templates.view'),
    reply: z.object({ items: z.array(z.object({ _id: id, students: z.int() })) }),
    fallback: 'Failed to list templates',
  },
  /** What the organization's templates are drawn in, by how many of them, the most used first. */
  brand: {
    method: 'GET',
    access: withPermission('templates.view'),
    reply: z.object({
      /** `#rrggbb`. */
      colors: z.array(designColor).max(brandLimits.colors),
      families: z.array(z.string()).max(brandLimits.families),
    }),
    fallback: 'Failed to list the colors of the templates',
  },
  /** Answers 409 `template_conflict` {rev, updatedAt, updatedBy} when the stored `rev` is another one. */
  upsert: {
    method: 'POST',
    access: withPermission('templates.create', 'templates.edit'),
    body: templateBody,
    ...designBody,
    idempotent: true,
    reply: templateSummary,
    fallback: 'Operation failed',
  },
  'delete-batch': {
    method: 'DELETE',
    access: withPermission('templates.edit'),
    body: idsOfTemplates,
    bodyLimit: limits.jsonBody,
    reply: done.extend({ deleted: z.int() }),
    fallback: 'Operation failed',
  },
  /** Newest first. */
  revisions: {
    method: 'GET',
    access: withPermission('templates.view'),
    query: z.object({ id: idOf('template_not_found') }),
    reply: z.object({ items: z.array(revision) }),
    fallback: 'Failed to list the versions of the template',
  },
  revision: {
    method: 'GET',
    access: withPermission('templates.view'),
    query: z.object({ id: idOf('template_not_found'), revisionId: idOf('revision_not_found') }),
    reply: pastTemplate,
    nullOn: 'revision_not_found',
    fallback: 'Failed to list the versions of the template',
  },
  /** Keeps the template as it is stored now; with `unsaved` another state of it, which is not saved by this. */
  freeze: {
    method: 'POST',
    access: withPermission('templates.edit'),
    body: z
      .object({
        id: idOf('template_not_found'),
        label: nameText(100).optional(),
        reason: revisionReason.extract(['left', 'overwritten', 'named']),
        unsaved: unsavedState.optional(),
      })
      .refine(({ label, reason }) => (reason === 'named') === (label !== undefined), {
        message: 'a named version has a label, and no other one',
        path: ['label'],
      }),
    ...designBody,
    idempotent: true,
    reply: revision,
    fallback: 'Operation failed',
  },
  /** Keeps the template as it is, and saves the revision as a new `rev`. */
  restore: {
    method: 'POST',
    access: withPermission('templates.edit'),
    body: z.object({ id: idOf('template_not_found'), revisionId: idOf('revision_not_found'), rev }),
    idempotent: true,
    reply: templateSummary,
    fallback: 'Operation failed',
  },
  /**
   * The template as a PDF, printed by the renderer that issues certificates, unsigned and with a number that no certificate
   * has. Answers the errors of a row that the design or the values cause, with the `element` and its `elementId`; 503 `worker_busy`, 504
   * `work_too_slow`.
   */
  export: {
    method: 'POST',
    access: withPermission('templates.view', 'templates.edit'),
    body: exportBody,
    ...designBody,
    bytes: 'application/pdf',
    download: true,
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to print the template',
  },
  'catalog-list': {
    method: 'GET',
    access: seesCatalog,
    /** With `language`: the entries of that language and those for every language. */
    query: listQuery.extend({ language: z.enum(languages).optional(), tag: nameText(60).optional() }),
    reply: page(catalogSummary),
    fallback: 'Failed to list templates',
  },
  'catalog-get': {
    method: 'GET',
    access: seesCatalog,
    query: z.object({ id: idOf('template_not_found') }),
    reply: catalogEntry,
    nullOn: 'template_not_found',
    fallback: 'Failed to list templates',
  },
  'catalog-upsert': {
    method: 'POST',
    access: orSuperAdmin('catalog.create', 'catalog.edit'),
    body: catalogBody,
    ...designBody,
    idempotent: true,
    reply: catalogSummary,
    fallback: 'Operation failed',
  },
  'catalog-delete-batch': {
    method: 'DELETE',
    access: orSuperAdmin('catalog.edit'),
    body: idsOfTemplates,
    bodyLimit: limits.jsonBody,
    reply: done.extend({ deleted: z.int() }),
    fallback: 'Operation failed',
  },
  /** The most used first. */
  'catalog-get-tags': {
    method: 'GET',
    access: seesCatalog,
    query: z.object({ language: z.enum(languages).optional() }),
    reply: z.object({ tags: z.array(z.string()) }),
    fallback: 'Failed to list templates',
  },
  /**
   * Suggests tags from the texts of a template: by the operator's AI if there is one and it answers in time, otherwise
   * from the words themselves.
   */
  'catalog-generate-tags': {
    method: 'POST',
    access: orSuperAdmin('templates.create', 'templates.edit'),
    body: tagsBody,
    ...designBody,
    reply: tagsReply,
    fallback: 'Failed to suggest tags',
  },
});
