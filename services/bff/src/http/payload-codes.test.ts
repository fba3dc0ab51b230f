import { type Apis, apis, type Call, type ErrorCode } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { describe, expect, it } from 'vitest';
import { parsePayload } from './payload-codes.ts';

function codeOf(
  resource: keyof Apis,
  key: string,
  part: 'query' | 'body',
  value: unknown,
): ErrorCode | undefined {
  const call = (apis[resource].calls as Record<string, Call>)[key]!;
  try {
    parsePayload(call[part]!, value);
    return undefined;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

describe('parsePayload', () => {
  it('returns the specification’s error code of a field where there is one', () => {
    expect(codeOf('students', 'delete', 'query', {})).toBe('missing_id');
    expect(codeOf('students', 'delete-batch', 'body', {})).toBe('ids_required');
    expect(codeOf('students', 'delete-batch', 'body', { ids: 'a' })).toBe('ids_required');
    expect(codeOf('students', 'import', 'body', { students: {} })).toBe('students_required');
    expect(codeOf('students', 'upsert', 'body', {})).toBe('full_name_required');
    expect(codeOf('students', 'upsert', 'body', { fullName: 'A', email: 'x' })).toBe('email_invalid');
    expect(codeOf('students', 'upsert', 'body', { fullName: 'A', scoreNumeric: 11 })).toBe(
      'score_numeric_invalid',
    );
    expect(codeOf('templates', 'delete-batch', 'body', {})).toBe('ids_invalid');
    expect(codeOf('tenants', 'create', 'body', {})).toBe('tenant_name_required');
    expect(codeOf('verify', 'lookup', 'query', {})).toBe('hash_or_file_missing');
  });

  it('names the name that an organization’s settings lack', () => {
    const code = (body: object) => codeOf('tenants', 'settings-update', 'body', body);
    for (const blank of ['', '  ', null]) {
      expect(code({ name: blank })).toBe('tenant_name_required');
      expect(code({ publicName: blank })).toBe('public_name_required');
    }
    for (const wrong of [{ $ne: 1 }, ['x'], 'x'.repeat(201), 1]) {
      expect(code({ publicName: wrong })).toBe('invalid_payload');
    }
    expect(code({ publicName: 'Instituto\u202eCordillera' })).toBe('text_unreadable');
    expect(code({ showIdNumber: true })).toBeUndefined();
  });

  it('distinguishes missing values from invalid ones', () => {
    expect(codeOf('students', 'delete', 'query', { id: '' })).toBe('missing_id');
    expect(codeOf('students', 'delete', 'query', { id: 'abc' })).toBe('student_not_found');
    expect(codeOf('templates', 'get', 'query', { id: 'abc' })).toBe('template_not_found');
    expect(codeOf('batches', 'get', 'query', { id: 'abc' })).toBe('batch_not_found');
    expect(codeOf('students', 'upsert', 'body', { fullName: ' ' })).toBe('full_name_required');
    expect(codeOf('students', 'upsert', 'body', { fullName: 'x'.repeat(301) })).toBe('invalid_payload');
    expect(codeOf('students', 'upsert', 'body', { fullName: 'A', templateId: 'x' })).toBe(
      'template_not_found',
    );
    expect(codeOf('students', 'upsert', 'body', { fullName: 'A', _id: 'x' })).toBe('student_not_found');
    expect(codeOf('students', 'delete-batch', 'body', { ids: [] })).toBe('ids_required');
    expect(codeOf('students', 'delete-batch', 'body', { ids: ['x'] })).toBe('ids_invalid');
    expect(codeOf('tenants', 'create', 'body', { name: 'x'.repeat(201) })).toBe('invalid_payload');
    const query = { tenantId: 'f'.repeat(24) };
    expect(codeOf('tenants', 'certificate-download', 'query', { ...query, id: 'x' })).toBe(
      'certificate_not_found',
    );
    expect(codeOf('tenants', 'domains-add', 'body', { domain: 'x'.repeat(400) })).toBe('domain_invalid');
    expect(codeOf('certificates', 'revoke', 'body', { certId: 'x' })).toBe('issued_not_found');
    expect(codeOf('verify', 'lookup', 'query', { hash: 'x'.repeat(600) })).toBe('issued_not_found');
  });

  it('reports an invalid row as such and not as an invalid list', () => {
    expect(codeOf('students', 'import', 'body', { students: ['x'] })).toBe('invalid_payload');
    expect(codeOf('certificates', 'download-zip', 'body', { students: ['x'] })).toBe('invalid_payload');
    expect(codeOf('certificates', 'download-zip', 'body', { students: 'x' })).toBe('students_required');
  });

  it('returns the error codes of generate', () => {
    const [templateId, _id] = ['a'.repeat(24), 'b'.repeat(24)];
    const code = (body: object) => codeOf('certificates', 'generate', 'body', body);
    expect(code({ templateId: 'x', student: { _id } })).toBe('template_not_found');
    expect(code({ templateId: '', student: { _id } })).toBe('template_missing');
    expect(code({ templateId, student: { _id: 'x' } })).toBe('student_not_found');
    expect(code({ templateId, student: { fullName: 'A' } })).toBe('missing_id');
    expect(code({ bulk: true })).toBe('students_required');
    expect(code({ bulk: true, students: [{ _id, templateId: '' }] })).toBe('template_missing');
    const signing = (certificateId: string) => ({ enabled: true, method: 'self-signed', certificateId });
    const students = [{ _id }];
    expect(code({ bulk: true, students, digitalSigning: signing('') })).toBe('certificate_required');
    expect(code({ bulk: true, students, digitalSigning: signing('x') })).toBe('certificate_not_found');
    expect(code({ templateId, student: { _id }, options: signing(_id) })).toBe('invalid_payload');
    const off = { enabled: false, method: 'disabled', certificateId: '' };
    expect(code({ bulk: true, students, digitalSigning: off })).toBeUndefined();
    expect(code({ templateId, student: { _id }, options: null })).toBeUndefined();
  });

  it('returns invalid_payload otherwise', () => {
    expect(codeOf('students', 'upsert', 'body', { fullName: 'A', custom: 3 })).toBe('invalid_payload');
    expect(codeOf('certificates', 'generate', 'body', null)).toBe('invalid_payload');
  });
});

it('refuses nesting that exhausts the stack of the parser', () => {
  const depth = 20_000;
  const group = '{"type":"group","id":"g","x":0,"y":0,"width":1,"height":1,"elements":[';
  const elements = JSON.parse(`[${group.repeat(depth)}${']}'.repeat(depth)}]`);
  const pages = [{ id: 'p', width: 800, height: 600, elements }];
  const code = codeOf('templates', 'upsert', 'body', { name: 'Deep', pages });
  expect(['invalid_payload', 'template_invalid']).toContain(code);
});
