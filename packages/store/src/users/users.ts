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
  /** Creates the person or refreshes e-mail, name and picture; safe when two sign-ins race. */
  signIn(person: SignedInUser): Promise<UserRecord>;
  get(userId: string): Promise<UserRecord | null>;
  getMany(userIds: readonly string[]): Promise<UserRecord[]>;
  /** The person a listed address was given to. */
  bySuperAdminAddress(address: string): Promise<UserRecord | null>;
  /** Gives a listed address to the first person who asks for it; answers the person it belongs to. */
  bindSuperAdminAddress(userId: string, address: string): Promise<UserRecord | null>;
  /** Takes the address back, so that the next who signs in with it gets it; false when nobody had it. */
  releaseSuperAdminAddress(address: string): Promise<boolean>;
  rename(userId: string, name: string): Promise<UserRecord | null>;
  setLastTenant(userId: string, tenantId: string): Promise<void>;
}
