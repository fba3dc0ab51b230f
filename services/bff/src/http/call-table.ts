import { AppError } from '@sello/kit';
import type { Endpoint } from './implement.ts';

/** Resource → `fn` → `type` → method. Maps, so that no name of Object.prototype is ever a call. */
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

/** The names by which a request says which call it means. */
export interface Asked {
  resource: string;
  /** As they stand in the query: text, or a list when given more than once. */
  fn: unknown;
  type: unknown;
  method: string;
}

/**
 * Finds the call. Throws `not_found` for an unknown resource, `invalid_function` unless `fn` is exactly one known name,
 * `method_not_allowed` with the methods that are.
 */
export function findCall(table: CallTable, asked: Asked): Endpoint {
  const functions = table.get(asked.resource);
  if (functions === undefined) throw new AppError('not_found');
  const types = typeof asked.fn === 'string' ? functions.get(asked.fn) : undefined;
  if (types === undefined) throw new AppError('invalid_function');
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
