import type { Api, Call } from '@sello/contracts';
import { queryOptions } from '@tanstack/react-query';
import { createStore } from '../app/store.ts';
import { accessToken, recheckSession } from '../auth/index.ts';
import { activeTenant } from '../tenancy/active.ts';
import { type Answer, type CallInput, createClient } from './client.ts';

export { type Answer, ApiError, NETWORK_ERROR } from './client.ts';

/** When the server last answered anything, in milliseconds since 1970. */
export const lastAnswer = createStore<number | null>(null);

/** The one API client of the app. */
export const { call } = createClient({
  fetch: (...input) => fetch(...input),
  token: accessToken,
  tenantId: () => activeTenant.get() ?? undefined,
  onUnauthenticated: () => void recheckSession(),
  onAnswer: () => lastAnswer.set(Date.now()),
});

/** `[resource, fn, input, tenant]`: a tenant never sees what was fetched for another. */
export function keyOf(
  api: Api,
  key: string,
  query?: object,
  tenantId = activeTenant.get(),
): readonly unknown[] {
  return [api.resource, key, query ?? {}, tenantId];
}

/**
 * What stands while the next page or another order is on its way: the rows before it, unless they are of another
 * tenant. To be given to `useQuery` as `placeholderData`.
 */
export function keepWithinTenant<Data>(
  previous: Data | undefined,
  query: { queryKey: readonly unknown[] } | undefined,
): Data | undefined {
  return query?.queryKey.at(-1) === activeTenant.get() ? previous : undefined;
}

/** A contract's reading call as a query. */
export function reading<Calls extends Record<string, Call>, Key extends keyof Calls & string>(
  api: Api<Calls>,
  key: Key,
  input: Omit<CallInput<Calls[Key]>, 'signal'>,
) {
  const given = input as { query?: object; tenantId?: string };
  return queryOptions({
    queryKey: keyOf(api, key, given.query, given.tenantId ?? activeTenant.get()),
    queryFn: ({ signal }): Promise<Answer<Calls[Key]>> =>
      (call as (...args: unknown[]) => Promise<Answer<Calls[Key]>>)(api, key, { ...given, signal }),
  });
}
