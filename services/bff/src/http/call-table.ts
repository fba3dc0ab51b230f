import { type Api, apis } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Endpoint } from './implement.ts';

/** Resource → `fn` → `type` → method. Maps instead of objects, so that names of Object.prototype are never found. */
export type CallTable = Map<string, Map<string, Map<string, Map<string, Endpoint>>>>;

export function createCallTable(endpoints: Endpoint[]): CallTable {
  const table: CallTable = new Map();
  for (const endpoint of endpoints) {
    const fn = endpoint.call.fn ?? endpoint.key;
    const type = endpoint.call.type ?? '';
    const methods = within(within(within(table, endpoint.resource), fn), type);
    if (methods.has(endpoint.call.method)) {
      throw new Error(`two contracts claim ${endpoint.call.method} ${endpoint.resource} ${fn} ${type}`);
    }
    methods.set(endpoint.call.method, endpoint);
  }
  return table;
}

function within<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const inner = map.get(key) ?? new Map<string, Value>();
  map.set(key, inner);
  return inner;
}

/** The parts of a request that identify its call. */
export interface CallQuery {
  resource: string;
  /** From the query string: a string, or a list when given more than once. */
  fn: unknown;
  type: unknown;
  method: string;
}

/**
 * Finds the call. Throws `not_found` for an unknown resource, `invalid_function` unless `fn` is exactly one known name,
 * `content_not_found` for an unknown `type`, `method_not_allowed` with the allowed methods.
 */
export function findCall(table: CallTable, asked: CallQuery): Endpoint {
  const functions = table.get(asked.resource);
  if (functions === undefined) throw new AppError('not_found');
  const types = typeof asked.fn === 'string' ? functions.get(asked.fn) : undefined;
  if (types === undefined) {
    const { unknownFunction }: Partial<Api> = (apis as Record<string, Api>)[asked.resource] ?? {};
    throw new AppError(unknownFunction ?? 'invalid_function');
  }
  const isTyped = types.size > 1 || !types.has('');
  const methods = isTyped ? types.get(typeOf(asked.type)) : types.get('');
  if (methods === undefined) throw new AppError('content_not_found');
  const endpoint = methods.get(asked.method);
  if (endpoint === undefined) {
    throw new AppError('method_not_allowed', { details: { allow: [...methods.keys()] } });
  }
  return endpoint;
}

function typeOf(type: unknown): string {
  if (type === undefined) return '';
  if (typeof type !== 'string') throw new AppError('invalid_function');
  return type;
}
