import { z } from 'zod';
import { csvDelimiter } from '../csv.ts';
import { auditEntity, wireSchema } from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { id, moment } from '../scalars.ts';
import { defineApi, listQuery, page, withPermission } from './define.ts';

/** The kinds of action by which the audit log is filtered. */
export const auditKind = z.enum(['issuing', 'students', 'templates', 'members', 'signIn', 'settings']);
export type AuditKind = z.infer<typeof auditKind>;

/** The actor of what a service did by itself, in place of a person's id. */
export const platformActor = 'platform';

/** One line of an organization's audit log. */
export const auditLine = wireSchema(auditEntity);
export type AuditLine = z.infer<typeof auditLine>;

const filters = z.object({
  tenantId: withFieldError(id, 'organization_id_missing'),
  /** The id of the person, or `platformActor`. */
  person: z.union([id, z.literal(platformActor)]).optional(),
  kind: auditKind.optional(),
  /** Lines from this moment on. */
  from: moment.optional(),
  /** Lines before this moment. */
  to: moment.optional(),
  /** Each word must be in the name of the person, in the details or in the name of the student. */
  search: listQuery.shape.search,
});
export type AuditFilters = z.infer<typeof filters>;

const administration = withPermission('settings.edit');

/** What had an effect in an organization, who did it and from which network. Lines are never changed by a call. */
export const auditApi = defineApi('audit', {
  /** Newest first. */
  list: {
    method: 'GET',
    access: administration,
    query: filters.extend(listQuery.pick({ limit: true, cursor: true }).shape),
    reply: page(auditLine),
    fallback: 'Failed to list the audit log',
  },
  /** Everybody who is in the log, also those who have left, by name. */
  people: {
    method: 'GET',
    access: administration,
    query: filters.pick({ tenantId: true }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
    fallback: 'Failed to list the audit log',
  },
  /** The matching lines as CSV in UTF-8, newest first; a cell that a spreadsheet would run as a formula is neutralised. */
  export: {
    method: 'GET',
    access: administration,
    /** With what the reader's spreadsheet splits at. */
    query: filters.extend({ delimiter: csvDelimiter.default(',') }),
    bytes: 'text/csv; charset=utf-8',
    download: true,
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to export the audit log',
  },
});
