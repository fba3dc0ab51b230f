import { isAppError } from '@sello/kit';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../api/index.ts';
import { createCallTable, findCall } from './call-table.ts';

const table = createCallTable(endpoints);
const find = (resource: string, fn: unknown, method = 'GET', type?: unknown) =>
  findCall(table, { resource, fn, type, method });
const refusal = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  return undefined;
};

describe('findCall', () => {
  it('finds calls by fn, type and method', () => {
    expect(find('students', 'list').key).toBe('list');
    expect(find('tenants', 'settings', 'PUT').key).toBe('settings-update');
    expect(find('tenants', 'settings', 'PUT', 'domains').key).toBe('domains-update');
    expect(find('tenants', 'settings', 'POST', 'certificates').key).toBe('certificates-action');
  });

  it('rejects undeclared names, including those of Object.prototype', () => {
    for (const fn of ['', 'toString', '__proto__', 'constructor', undefined, ['list'], ['list', 'list']]) {
      expect(refusal(() => find('students', fn))?.code).toBe('invalid_function');
    }
    for (const resource of ['nothing', 'constructor', '__proto__']) {
      expect(refusal(() => find(resource, 'list'))?.code).toBe('not_found');
    }
    expect(refusal(() => find('tenants', 'settings', 'GET', 'theme'))?.code).toBe('content_not_found');
    expect(refusal(() => find('tenants', 'settings', 'GET', ['domains', 'domains']))?.code).toBe(
      'invalid_function',
    );
  });

  it('lists the allowed methods', () => {
    const error = refusal(() => find('tenants', 'settings', 'DELETE', 'certificates'));
    expect(error?.code).toBe('method_not_allowed');
    expect(error?.details?.allow).toEqual(expect.arrayContaining(['GET', 'PUT', 'POST']));
  });

  it('throws for two contracts of one call', () => {
    expect(() => createCallTable([...endpoints, endpoints[0]!])).toThrow('two contracts');
  });
});
