import type { Apis, ErrorCode } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { z } from 'zod';

type Codes = { [R in keyof Apis]?: { [K in keyof Apis[R]['calls']]?: Record<string, ErrorCode> } };

/** Where the specification has its own words for a field that is missing or wrong: call → first step of its path. */
const codes: Codes = {
  students: {
    upsert: {
      fullName: 'full_name_required',
      email: 'email_invalid',
      scoreNumeric: 'score_numeric_invalid',
      scoreLetter: 'score_letter_invalid',
      startDate: 'date_invalid',
      endDate: 'date_invalid',
    },
    delete: { id: 'missing_id' },
    'delete-batch': { ids: 'ids_required' },
    import: { students: 'students_required' },
  },
  templates: {
    get: { id: 'missing_id' },
    upsert: { design: 'template_invalid' },
    'delete-batch': { ids: 'ids_invalid' },
  },
  certificates: {
    'download-zip': { students: 'students_required' },
    'send-emails': { students: 'students_required' },
    revoke: { certId: 'missing_id' },
  },
  batches: { get: { id: 'missing_id' }, cancel: { id: 'missing_id' }, retry: { id: 'missing_id' } },
  tenants: {
    create: { name: 'tenant_name_required' },
    settings: { tenantId: 'organization_id_missing' },
    'settings-update': { tenantId: 'organization_id_missing', name: 'tenant_name_required' },
    domains: { tenantId: 'organization_id_missing' },
    'domains-add': { tenantId: 'organization_id_missing', domain: 'domain_required' },
    'domains-update': { tenantId: 'organization_id_missing' },
    'domains-delete': { tenantId: 'organization_id_missing' },
    certificates: { tenantId: 'organization_id_missing' },
    'certificates-update': { tenantId: 'organization_id_missing' },
    'certificates-action': { tenantId: 'organization_id_missing', id: 'missing_id' },
    'certificate-download': { tenantId: 'organization_id_missing', id: 'missing_id' },
  },
  verify: { lookup: { hash: 'hash_or_file_missing' } },
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
  const own = (codes as Record<string, Record<string, Record<string, ErrorCode>>>)[resource]?.[key] ?? {};
  const first = parsed.error.issues
    .map((issue) => own[String(issue.path[0])])
    .find((code) => code !== undefined);
  const issues = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  throw new AppError(first ?? 'invalid_payload', { details: { issues } });
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
