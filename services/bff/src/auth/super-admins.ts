import type { Store, UserRecord } from '@sello/store';
import type { Identity } from './oidc.ts';

/**
 * The operator lists super admins by e-mail address, but an address can be reassigned to another person. The first
 * sign-in with a listed address binds it to that user (issuer and subject); no other user becomes super admin by it until
 * an operator releases it.
 */
export interface SuperAdmins {
  /** Whether the user is a super admin now: the address is listed, verified, bound to the user and still their e-mail. */
  includes(user: Pick<UserRecord, 'email' | 'emailVerified' | 'superAdminAddress'>): boolean;
  /** Whether this identity can be a super admin: its address is listed and not bound to another user. */
  admits(identity: Identity): Promise<boolean>;
  /** Binds a listed address at the user's sign-in; no-op for others. */
  bind(user: UserRecord): Promise<void>;
}

export function createSuperAdmins(store: Pick<Store, 'users'>, addresses: readonly string[]): SuperAdmins {
  const listed = new Set(addresses.map((address) => address.toLowerCase()));
  const isListed = ({ email, emailVerified }: Pick<UserRecord, 'email' | 'emailVerified'>) =>
    emailVerified && listed.has(email.toLowerCase());

  return {
    includes: (user) => isListed(user) && user.superAdminAddress === user.email.toLowerCase(),
    async admits(identity) {
      if (!isListed(identity)) return false;
      const owner = await store.users.bySuperAdminAddress(identity.email.toLowerCase());
      if (owner === null) return true;
      return owner.issuer === identity.issuer && owner.subject === identity.subject;
    },
    async bind(user) {
      if (isListed(user)) await store.users.bindSuperAdminAddress(user._id, user.email.toLowerCase());
    },
  };
}
