import { z } from 'zod';
import { design } from '../design.ts';
import { templateSummary } from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { bodyCounts, limits } from '../limits.ts';
import { id } from '../scalars.ts';
import { nameText } from '../texts.ts';
import { defineApi, done, idOf, listQuery, page, withPermission } from './define.ts';

export const template = templateSummary.extend({
  pages: design.shape.pages,
  variables: design.shape.variables,
  design,
});
export type Template = z.infer<typeof template>;

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
  upsert: {
    method: 'POST',
    access: withPermission('templates.create', 'templates.edit'),
    body: z.object({
      _id: withFieldError(id.optional(), { wrong: 'template_not_found' }),
      name: nameText(200),
      tags: z.array(nameText(60)).max(50).default([]),
      design: withFieldError(design, 'template_invalid', true),
    }),
    bodyLimit: 8 * 1024 * 1024,
    bodyCounts: bodyCounts.design,
    idempotent: true,
    reply: templateSummary,
    fallback: 'Operation failed',
  },
  'delete-batch': {
    method: 'DELETE',
    access: withPermission('templates.edit'),
    body: z.object({ ids: withFieldError(z.array(id).min(1).max(1000), 'ids_invalid', true) }),
    bodyLimit: limits.jsonBody,
    reply: done.extend({ deleted: z.int() }),
    fallback: 'Operation failed',
  },
});
