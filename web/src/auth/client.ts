import { AuthClient, type AuthError } from '@supabase/auth-js';
import { memory } from '../state/memory.ts';
import { session, stateOf } from './session.ts';
import { callbackPath, hasStoredSession, sessionKey } from './stored-session.ts';

/** How the sign-in that redirected to the callback ended. */
export type CallbackOutcome = 'ok' | 'refused' | 'failed';

const client = new AuthClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  flowType: 'pkce',
  detectSessionInUrl: location.pathname === callbackPath,
  autoRefreshToken: true,
  persistSession: true,
  // Without it, two tabs that start signing in at the same time would both fail.
  experimental: { appendPkceFlowIdToRedirects: true },
});

const started = client.initialize();

// Must be synchronous, must not throw and must not call the client, which would deadlock.
client.onAuthStateChange((event, now) => {
  const kept = event !== 'SIGNED_OUT' && now === null && hasStoredSession();
  session.set(stateOf(now, kept));
});

/**
 * Resolves once the callback's code is exchanged. The provider's message is never shown: anybody can put text into the
 * URL.
 */
export async function finishCallback(): Promise<CallbackOutcome> {
  const { error } = await started;
  const address = new URLSearchParams(location.search);
  if (errorCode(error) === 'signup_disabled' || address.get('error_code') === 'signup_disabled')
    return 'refused';
  if (error || address.get('error')) return 'failed';
  return 'ok';
}

function errorCode(error: AuthError | null): string | undefined {
  const details = (error as { details?: { code?: unknown } } | null)?.details;
  return typeof details?.code === 'string' ? details.code : error?.code;
}

/** The current access token, refreshed shortly before it expires. */
export async function accessToken(): Promise<string | undefined> {
  const { data } = await client.getSession();
  return data.session?.access_token;
}

/** After a 401: checks whether the session is still valid; if not, every tab signs out. */
export async function recheck(): Promise<void> {
  await client.getUser();
}

/** Retries the stored session after the server could not be reached. */
export async function retry(): Promise<void> {
  const { data } = await client.getSession();
  if (data.session || !hasStoredSession()) session.set(stateOf(data.session, false));
}

export async function signInWithGoogle(): Promise<void> {
  const { error } = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${location.origin}${callbackPath}` },
  });
  if (error) throw error;
}

/** Ends every other session of the person. Throws when the server has not done so. */
export async function signOutOthers(): Promise<void> {
  // The client takes a refusal for a sign-out that is done, so a session that has ended itself is noticed before.
  const { error: ended } = await client.getUser();
  if (ended) throw ended;
  const { error } = await client.signOut({ scope: 'others' });
  if (error) throw error;
}

/** Ends the session in this browser only (`local`), or in every one. */
export async function signOutHere(scope: 'local' | 'global'): Promise<void> {
  const { error } = await client.signOut({ scope });
  // When the server cannot be reached the local session is removed anyway: the computer may be shared.
  if (error) memory.write(sessionKey, null);
  session.set({ status: 'signed-out' });
}
