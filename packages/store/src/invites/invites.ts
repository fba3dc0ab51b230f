import type { inviteEntity, RecordOf } from '@sello/contracts';
export type InviteRecord = RecordOf<typeof inviteEntity>;

export interface NewInvite {
  email: string;
  code: string;
  invitedBy: string;
  expiresAt: Date;
}

export interface Invites {
  /** One pending invite per e-mail and tenant: inviting again renews code and expiry of the same invite. */
  create(tenantId: string, invite: NewInvite): Promise<InviteRecord>;
  /** Newest first; only pending ones that have not expired unless `all`. */
  list(tenantId: string, options?: { all?: boolean; now?: Date }): Promise<InviteRecord[]>;
  /** `false` when it was accepted or does not exist; idempotent. */
  revoke(tenantId: string, inviteId: string): Promise<boolean>;
  /** For people without a tenant; the records name the tenant. */
  acrossTenants: {
    get(inviteId: string): Promise<InviteRecord | null>;
    byCode(code: string): Promise<InviteRecord | null>;
    /** Pending and not expired, newest first. */
    pendingFor(email: string, now?: Date): Promise<InviteRecord[]>;
    /**
     * Accepts the invite; `null` when another person accepted it, it was revoked or it has expired. Idempotent for the
     * person who accepted it.
     */
    accept(inviteId: string, userId: string, now?: Date): Promise<InviteRecord | null>;
  };
}
