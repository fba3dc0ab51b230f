import { activeTenant } from '../state/activeTenant.ts';
import { checkConnection } from '../state/connection.ts';
import { createStore } from '../state/store.ts';
import { createClient } from './client.ts';

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
  tenantId: activeTenant.get,
  onUnauthenticated: () => caller.onUnauthenticated(),
  beforeError: () => caller.beforeError(),
  onAnswer: () => lastAnswer.set(Date.now()),
  onSilence: checkConnection,
});
