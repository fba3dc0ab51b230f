import { forgetDrafts, mayHaveDrafts } from '../state/drafts/forget.ts';
import { memory } from '../state/memory.ts';
import { flushUnsaved } from '../state/unsaved.ts';
import { currentUser, interrupted, session } from './session.ts';
import { callbackPath, hasStoredSession } from './stored-session.ts';

const load = () => import('./client.ts');

/** Restores the session. The auth client is loaded only when a session is stored or a sign-in completes. */
export function startSession(): void {
  if (!hasStoredSession() && location.pathname !== callbackPath) {
    session.set({ status: 'signed-out' });
    return;
  }
  void load();
}

export async function finishCallback() {
  return (await load()).finishCallback();
}

export async function accessToken(): Promise<string | undefined> {
  if (session.get().status === 'signed-out') return undefined;
  return (await load()).accessToken();
}

let rechecking = false;

/** Checks once for any number of concurrent 401s whether the session is still valid. */
export async function recheckSession(): Promise<void> {
  if (rechecking) return;
  rechecking = true;
  try {
    await (await load()).recheck();
  } finally {
    rechecking = false;
  }
}

export async function retrySession(): Promise<void> {
  await (await load()).retry();
}

/** What is being saved is awaited for this long before somebody is asked whether to lose it, ms. */
const lastSaveMs = 5_000;

/** Saves what can be saved. Resolves with the names of what signing out would remove from this browser. */
export async function unsavedWork(): Promise<string[]> {
  const user = currentUser(session.get());
  const open = await flushUnsaved(lastSaveMs);
  if (!user || !mayHaveDrafts(user.id)) return open;
  try {
    const { openDrafts } = await import('../state/drafts/drafts.ts');
    const drafts = openDrafts(user.id);
    const kept = await drafts.names();
    drafts.close();
    return [...new Set([...open, ...kept])];
  } catch {
    return open;
  }
}

/** Ends every other session of the person. Throws when the server has not done so. */
export async function signOutOthers(): Promise<void> {
  await (await load()).signOutOthers();
}

/**
 * Ends every session of the person: the others first, so that nothing of this one is lost when the server cannot be
 * reached, for which it throws. Ask about `unsavedWork` before.
 */
export async function signOutEverywhere(signal?: AbortSignal): Promise<void> {
  await signOutOthers();
  signal?.throwIfAborted();
  await signOut('global');
}

/** Ends the session of this browser, and removes what it kept for the person. Ask about `unsavedWork` before. */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  const user = currentUser(session.get());
  // First, so that other tabs keep nothing any more when they are told about the sign-out.
  if (user) await forgetDrafts(user.id);
  interrupted.set(false);
  await (await load()).signOutHere(scope);
}

const returnToKey = 'returnTo';

/**
 * Where the person was going before sign-in; only a path of this origin is accepted. It stays until `forgetReturnTo`,
 * because a first render that React abandons and repeats would otherwise have taken it for nothing.
 */
export function readReturnTo(): string | undefined {
  const path = memory.read(returnToKey);
  return path && isOwnPath(path) ? path : undefined;
}

export function forgetReturnTo(): void {
  memory.write(returnToKey, null);
}

export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** Redirects to the identity provider. PKCE needs `crypto.subtle`, which plain http lacks outside localhost. */
export async function signIn(returnTo?: string): Promise<'left' | 'insecure'> {
  if (!window.isSecureContext) return 'insecure';
  memory.write(returnToKey, returnTo ?? null);
  await (await load()).signInWithGoogle();
  return 'left';
}
