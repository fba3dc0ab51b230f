import { memory } from '../state/memory.ts';
import { session } from './session.ts';
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

export async function signOut(): Promise<void> {
  await (await load()).signOutHere();
}

const returnToKey = 'returnTo';

/** Where the person was going before sign-in. Read once; only a path of this origin is accepted. */
export function takeReturnTo(): string | undefined {
  const path = memory.read(returnToKey);
  memory.write(returnToKey, null);
  return path && isOwnPath(path) ? path : undefined;
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
