import type { Store } from '@sello/store';
import type { Identity } from './oidc.ts';

export type Signups = 'open' | 'invited' | 'closed';

/**
 * Whether this identity may sign in. Existing users may; for new ones the setting decides, and an invitation counts only
 * if the identity provider has verified the e-mail.
 */
export async function maySignIn(
  store: Pick<Store, 'users' | 'invites'>,
  identity: Identity,
  settings: { signups: Signups; isSuperAdmin: boolean },
): Promise<boolean> {
  if (settings.signups === 'open' || settings.isSuperAdmin) return true;
  if ((await store.users.find(identity.issuer, identity.subject)) !== null) return true;
  if (settings.signups === 'closed' || !identity.emailVerified) return false;
  return (await store.invites.acrossTenants.pendingFor(identity.email)).length > 0;
}
