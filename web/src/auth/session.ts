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
  /** A session is kept here, but the server did not answer: nobody is sent away for that. */
  | { status: 'unreachable' }
  | { status: 'signed-in'; user: SessionUser; accessToken: string };

export const session = createStore<SessionState>({ status: 'starting' });

/**
 * Reads the auth client's events. Their names say little (SIGNED_IN comes on every load and tab return), so only the
 * session itself counts; a change of person gives a new state, a fresh token of the same person changes the token.
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
