import { memory } from '../state/memory.ts';
import { callbackPath, hasKeptSession } from './kept.ts';
import { session } from './session.ts';

const load = () => import('./client.ts');

/** Brings the session into `session`. The auth client is fetched only where a session is kept or needed. */
export function startSession(): void {
  if (!hasKeptSession() && location.pathname !== callbackPath) {
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

/** A call was answered 401: asks once, however many calls were, whether the session still stands. */
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

/** Where a person was going when they were asked to sign in; read once, and only a path of our own. */
export function takeReturnTo(): string | undefined {
  const path = memory.read(returnToKey);
  memory.write(returnToKey, null);
  return path && isOwnPath(path) ? path : undefined;
}

export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** Sends the browser to the issuer. PKCE needs the browser's own hash, which plain http outside localhost lacks. */
export async function signIn(returnTo?: string): Promise<'left' | 'insecure'> {
  if (!window.isSecureContext) return 'insecure';
  memory.write(returnToKey, returnTo ?? null);
  await (await load()).signInWithGoogle();
  return 'left';
}
