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
    parsePayload(call[part]!, value, resource, key);
    return undefined;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

describe('parsePayload', () => {
  it('answers in the specification’s words where it has some', () => {
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

  it('says Invalid payload otherwise, with the places that are wrong', () => {
    expect(codeOf('students', 'upsert', 'body', { fullName: 'A', custom: 3 })).toBe('invalid_payload');
    expect(codeOf('certificates', 'generate', 'body', null)).toBe('invalid_payload');
  });
});

it('lets no depth of nesting exhaust the parser', () => {
  const depth = 20_000;
  const group = '{"type":"group","id":"g","x":0,"y":0,"width":1,"height":1,"elements":[';
  const elements = JSON.parse(`[${group.repeat(depth)}${']}'.repeat(depth)}]`);
  const pages = [{ id: 'p', width: 800, height: 600, elements }];
  const code = codeOf('templates', 'upsert', 'body', { name: 'Deep', design: { version: 1, pages } });
  expect(['invalid_payload', 'template_invalid']).toContain(code);
});
