/** Who calls, as the database has them now. */
export interface Person {
  userId: string;
  sessionId: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  name: string | undefined;
  isSuperAdmin: boolean;
  /** The organization worked in last. */
  lastTenantId: string | undefined;
}
