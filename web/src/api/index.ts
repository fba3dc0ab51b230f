import type { Api, Call } from '@sello/contracts';
import { queryOptions } from '@tanstack/react-query';
import { activeTenant } from '../state/activeTenant.ts';
import { createStore } from '../state/store.ts';
import { type Answer, type CallInput, createClient } from './client.ts';

export { type Answer, ApiError, NETWORK_ERROR } from './client.ts';

/** When the server last answered anything, in milliseconds since 1970. */
export const lastAnswer = createStore<number | null>(null);

/** Who calls: the app says it at its start, so that the API needs to know nothing of sign-in. */
export interface Caller {
  /** The access token of now; `undefined` when nobody is signed in. */
  token: () => Promise<string | undefined>;
  /** A call was answered 401: the session may have ended elsewhere. */
  onUnauthenticated: () => void;
  /** Awaited before the error of a call that was answered is thrown. */
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
