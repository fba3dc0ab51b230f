import {
  type Apis,
  type Entity,
  type ErrorCode,
  errorOfField,
  type FieldError,
  fieldsWith,
  isUnreadableText,
  studentEntity,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { z } from 'zod';

/** One code for a field that is missing or wrong, or one for each. */
type Words = FieldError;
type Codes = { [R in keyof Apis]?: { [K in keyof Apis[R]['calls']]?: Record<string, Words> } };

/** What the fields of an entity's form declare of themselves. */
function declaredBy(entity: Entity): Record<string, Words> {
  return Object.fromEntries(fieldsWith(entity, 'error').map(({ name, fact }) => [name, fact]));
}

/** An id that cannot be one names nothing, just as one that is unknown. */
const idOf = (wrong: ErrorCode): Words => ({ missing: 'missing_id', wrong });
const certificateId: Words = { missing: 'certificate_required', wrong: 'certificate_not_found' };
const template: Words = { missing: 'template_missing', wrong: 'template_not_found' };
const tenantId: Words = 'organization_id_missing';

/**
 * Where there are words of their own for a field, the specification's first: call → path, `*` for every place of a list.
 * What lies inside a field counts for it only where `**` says so.
 */
const codes: Codes = {
  students: {
    upsert: {
      _id: { wrong: 'student_not_found' },
      ...declaredBy(studentEntity),
    },
    delete: { id: idOf('student_not_found') },
    'delete-batch': { ids: 'ids_required', 'ids.*': 'ids_invalid' },
    import: { students: 'students_required' },
  },
  templates: {
    get: { id: idOf('template_not_found') },
    upsert: { _id: { wrong: 'template_not_found' }, 'design.**': 'template_invalid' },
    'delete-batch': { 'ids.**': 'ids_invalid' },
  },
  certificates: {
    generate: {
      templateId: template,
      'student._id': idOf('student_not_found'),
      students: 'students_required',
      'students.*._id': idOf('student_not_found'),
      'students.*.templateId': template,
      'digitalSigning.certificateId': certificateId,
      'options.digitalSigning.certificateId': certificateId,
    },
    'download-zip': { students: 'students_required' },
    'send-emails': { students: 'students_required' },
    revoke: { certId: idOf('issued_not_found') },
  },
  batches: {
    get: { id: idOf('batch_not_found') },
    cancel: { id: idOf('batch_not_found') },
    retry: { id: idOf('batch_not_found') },
  },
  tenants: {
    create: { name: { missing: 'tenant_name_required' } },
    settings: { tenantId },
    'settings-update': { tenantId, name: { missing: 'tenant_name_required' } },
    domains: { tenantId },
    'domains-add': { tenantId, domain: { missing: 'domain_required', wrong: 'domain_invalid' } },
    'domains-update': { tenantId },
    'domains-delete': { tenantId },
    certificates: { tenantId },
    'certificates-update': { tenantId },
    'certificates-action': { tenantId, id: idOf('certificate_not_found') },
    'certificate-download': { tenantId, id: idOf('certificate_not_found') },
  },
  verify: { lookup: { hash: { missing: 'hash_or_file_missing', wrong: 'issued_not_found' } } },
};

/** Reads query or body by the contract, or throws the call's own error with at most 20 places where it is wrong. */
export function parsePayload<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  resource: string,
  key: string,
): z.output<Schema> {
  const parsed = parseBounded(schema, value);
  if (parsed.success) return parsed.data;
  const unreadable = parsed.error.issues.find(isUnreadableText);
  const own = (codes as Record<string, Record<string, Record<string, Words>>>)[resource]?.[key] ?? {};
  const first = parsed.error.issues
    .map(({ path }) => codeFor(own, path, value))
    .find((code) => code !== undefined);
  const issues = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  if (unreadable !== undefined) {
    const field = unreadable.path.map(String).join('.');
    throw new AppError('text_unreadable', { details: { field, issues } });
  }
  throw new AppError(first ?? 'invalid_payload', { details: { issues } });
}

function codeFor(
  own: Record<string, Words>,
  path: readonly PropertyKey[],
  payload: unknown,
): ErrorCode | undefined {
  const name = path.map((step) => (typeof step === 'number' ? '*' : String(step))).join('.');
  const words = own[name] ?? own[`${String(path[0])}.**`];
  if (words === undefined || typeof words === 'string') return words;
  const given = path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | null)?.[step],
    payload,
  );
  return errorOfField(words, isMissing(given));
}

/** Blanks say as little as nothing at all. */
function isMissing(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
}

/** No text that is searched for holds the character that ends a text in the database's own language. */
export function checkQuery(query: Record<string, unknown>): void {
  for (const value of Object.values(query).flat()) {
    if (typeof value === 'string' && value.includes('\0')) throw new AppError('invalid_payload');
  }
}

/** A body nested thousands of levels deep exhausts the stack of the parser: that is the body's fault. */
function parseBounded<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid_payload', { cause: error });
    throw error;
  }
}
