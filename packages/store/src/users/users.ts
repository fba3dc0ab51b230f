import type { RecordOf, userEntity } from '@sello/contracts';
/** A person as the identity provider names them. The key is `issuer` + `subject`, never the e-mail. */
export type UserRecord = RecordOf<typeof userEntity>;

export interface SignedInUser {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  pictureUrl?: string | undefined;
}

export interface Users {
  /** Finds a person by issuer and subject without writing; `null` for someone who never signed in. */
  find(issuer: string, subject: string): Promise<UserRecord | null>;
  /** Creates the person or refreshes e-mail, name and picture; safe with concurrent sign-ins. */
  signIn(person: SignedInUser): Promise<UserRecord>;
  get(userId: string): Promise<UserRecord | null>;
  getMany(userIds: readonly string[]): Promise<UserRecord[]>;
  /** Everybody who signed in with this address, whatever the case of its letters. Reads all people. */
  withAddress(address: string): Promise<UserRecord[]>;
  /** The person that a super admin address is bound to. */
  bySuperAdminAddress(address: string): Promise<UserRecord | null>;
  /** Binds a super admin address to the first person who signs in with it; returns the person it is bound to. */
  bindSuperAdminAddress(userId: string, address: string): Promise<UserRecord | null>;
  /** Releases the address, so that the next person who signs in with it gets it; false when it was not bound. */
  releaseSuperAdminAddress(address: string): Promise<boolean>;
  rename(userId: string, name: string): Promise<UserRecord | null>;
  setLastTenant(userId: string, tenantId: string): Promise<void>;
}
