import type { Session, User } from '@supabase/auth-js';
import { createStore } from '../state/store.ts';

export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out' }
  /** A session is stored, but the server did not answer; the person is not signed out for that. */
  | { status: 'unreachable' }
  | { status: 'signed-in'; user: SessionUser; accessToken: string };

export const session = createStore<SessionState>({ status: 'starting' });

/** The session ended by itself while something was edited; the page says so instead of leading elsewhere. */
export const interrupted = createStore(false);

/**
 * The session state of an event of the auth client. Event names are ambiguous (SIGNED_IN is sent on every load and tab
 * focus), so only the session is read: another person gives a new state, a refreshed token updates the token.
 */
export function stateOf(now: Session | null, kept: boolean): SessionState {
  if (now?.user) return { status: 'signed-in', user: personOf(now.user), accessToken: now.access_token };
  return kept ? { status: 'unreachable' } : { status: 'signed-out' };
}

function personOf(user: User): SessionUser {
  const name: unknown = user.user_metadata.full_name ?? user.user_metadata.name;
  const email = user.email ?? '';
  return { id: user.id, email, name: typeof name === 'string' && name ? name : email };
}

export function currentUser(state: SessionState): SessionUser | undefined {
  return state.status === 'signed-in' ? state.user : undefined;
}
