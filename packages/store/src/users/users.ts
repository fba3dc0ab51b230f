/** A person as the identity provider names them. The key is `issuer` + `subject`, never the e-mail. */
export interface UserRecord {
  _id: string;
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  pictureUrl?: string;
  /** The tenant used last, for the permissions in a fresh token. */
  lastTenantId?: string;
  createdAt: Date;
  lastSignInAt: Date;
}

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
  rename(userId: string, name: string): Promise<UserRecord | null>;
  setLastTenant(userId: string, tenantId: string): Promise<void>;
}
