import type { Api, Call } from '@sello/contracts';
import { queryOptions } from '@tanstack/react-query';
import { activeTenant } from '../state/activeTenant.ts';
import { createStore } from '../state/store.ts';
import { type Answer, type CallInput, createClient } from './client.ts';

export { type Answer, ApiError, NETWORK_ERROR } from './client.ts';

/** When the server last answered, in ms since 1970. */
export const lastAnswer = createStore<number | null>(null);

/** The session behind the calls. The app sets it at start, so that the API does not depend on auth. */
export interface Caller {
  /** The current access token; `undefined` when signed out. */
  token: () => Promise<string | undefined>;
  /** Called on a 401: the session may have ended elsewhere. */
  onUnauthenticated: () => void;
  /** Awaited before the error of a response is thrown. */
  beforeError: () => Promise<void>;
}

let caller: Caller = {
  token: async () => undefined,
  onUnauthenticated: () => undefined,
  beforeError: async () => undefined,
};

export function setCaller(given: Caller): void {
  caller = given;
}

/** The one API client of the app. */
export const { call } = createClient({
  fetch: (...input) => fetch(...input),
  token: () => caller.token(),
  tenantId: () => activeTenant.get() ?? undefined,
  onUnauthenticated: () => caller.onUnauthenticated(),
  beforeError: () => caller.beforeError(),
  onAnswer: () => lastAnswer.set(Date.now()),
});

/** The query key `[resource, fn, input, tenant]`: cached data is never shared between tenants. */
export function keyOf(
  api: Api,
  key: string,
  query?: object,
  tenantId = activeTenant.get(),
): readonly unknown[] {
  return [api.resource, key, query ?? {}, tenantId];
}

/**
 * Keeps the previous rows while the next page or order loads, unless they belong to another tenant. For the
 * `placeholderData` of `useQuery`.
 */
export function keepWithinTenant<Data>(
  previous: Data | undefined,
  query: { queryKey: readonly unknown[] } | undefined,
): Data | undefined {
  return query?.queryKey.at(-1) === activeTenant.get() ? previous : undefined;
}

/** Query options for a call that reads. */
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
