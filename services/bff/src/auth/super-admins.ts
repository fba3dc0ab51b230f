import type { Store, UserRecord } from '@sello/store';
import type { Identity } from './oidc.ts';

/**
 * Super admins are listed by the operator as e-mail addresses, but an address can pass to another person. The first
 * sign-in with a listed address binds it to that person's issuer and subject; from then on nobody else becomes super
 * admin by it, until an operator releases it.
 */
export interface SuperAdmins {
  /** Whether this person is a super admin now: the listed address is verified, bound to the person and still theirs. */
  includes(user: Pick<UserRecord, 'email' | 'emailVerified' | 'superAdminAddress'>): boolean;
  /** Whether this identity can become or stay one: its listed address belongs to nobody else. */
  admits(identity: Identity): Promise<boolean>;
  /** Binds a listed address at the person's sign-in; does nothing for everybody else. */
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
