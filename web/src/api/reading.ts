import type { Api, Call } from '@sello/contracts';
import { queryOptions } from '@tanstack/react-query';
import { activeTenant } from '../state/activeTenant.ts';
import { offline } from '../state/connection.ts';
import type { Answer, CallInput } from './client.ts';
import { call } from './index.ts';

/** The query key `[resource, fn, input, tenant]`: cached data is never shared between tenants. */
export function keyOf(
  api: Api,
  key: string,
  query?: object,
  tenantId = activeTenant.get(),
): readonly unknown[] {
  return [api.resource, key, query ?? {}, tenantId];
}

/** What may differ between two queries of which the second shows the rows of the first until it has its own. */
const paging = new Set(['cursor', 'limit', 'page', 'sort']);

/**
 * The `placeholderData` of the query with this key: a list keeps its rows while another page, order or search of it is
 * loading, never those of another tenant. Without a connection nothing comes after them, so rows of another search, which
 * need not match this one, are not kept then.
 */
export function keepRows(key: readonly unknown[]) {
  return function keep<Data>(
    previous: Data | undefined,
    former: { queryKey: readonly unknown[] } | undefined,
  ): Data | undefined {
    const [resource, name, query, tenantId] = key;
    const [formerResource, formerName, formerQuery, formerTenantId] = former?.queryKey ?? [];
    if (resource !== formerResource || name !== formerName || tenantId !== formerTenantId) return undefined;
    const [now, then] = [query, formerQuery].map((given) => (given ?? {}) as Record<string, unknown>);
    if (!now || !then || !('limit' in now)) return undefined;
    const names = [...Object.keys(now), ...Object.keys(then)].filter((field) => now[field] !== then[field]);
    const isSameList = names.every((field) => paging.has(field));
    const isOfSameRecord = !names.includes('id');
    return isSameList || (isOfSameRecord && !offline.get()) ? previous : undefined;
  };
}

/** Query options for a call that reads. */
export function reading<Calls extends Record<string, Call>, Key extends keyof Calls & string>(
  api: Api<Calls>,
  key: Key,
  input: Omit<CallInput<Calls[Key]>, 'signal'>,
) {
  const given = input as { query?: object; tenantId?: string | null };
  // Of the tenant in its key, also when it is read again after another one was chosen.
  const { tenantId = activeTenant.get() } = given;
  const queryKey = keyOf(api, key, given.query, tenantId);
  return queryOptions({
    queryKey,
    placeholderData: keepRows(queryKey),
    queryFn: ({ signal }): Promise<Answer<Calls[Key]>> =>
      (call as (...args: unknown[]) => Promise<Answer<Calls[Key]>>)(api, key, {
        ...{ ...given, tenantId, signal },
      }),
  });
}
