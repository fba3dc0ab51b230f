import { memory } from '../state/memory.ts';

/** The key of the session in local storage. */
export const sessionKey = 'sello.session';
/** Where the identity provider redirects to after sign-in. */
export const callbackPath = '/auth/callback';

/** True when this browser has a stored session: enough to know whether the auth client is worth loading. */
export function hasStoredSession(): boolean {
  return memory.read(sessionKey) !== null;
}
