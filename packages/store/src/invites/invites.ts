import type { inviteEntity, Language, RecordOf, StoredLetter } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';
import type { Letters, LettersDue } from '../letters/letters.ts';

export type InviteRecord = RecordOf<typeof inviteEntity>;

export interface NewInvite {
  email: string;
  code: string;
  invitedBy: string;
  expiresAt: Date;
  /** The language of the letter. */
  language?: Language | undefined;
  /** The state of its letter, if one is to be sent. */
  letter?: StoredLetter | undefined;
}

/** A letter is sent while its invitation is pending, has not expired, and has the same code. */
export interface Invites extends Letters<InviteRecord> {
  get(tenantId: string, inviteId: string): Promise<InviteRecord | null>;
  /** One pending invite per e-mail and tenant: inviting again renews code, expiry and letter of the same invite. */
  create(tenantId: string, invite: NewInvite): Promise<InviteRecord>;
  /** Newest first; only pending ones that have not expired unless `all`. */
  list(tenantId: string, options?: { all?: boolean; now?: Date }): Promise<InviteRecord[]>;
  /** Those that are pending or expired at most thirty days ago, so that they can be sent again; newest first. */
  page(tenantId: string, query?: ListQuery & { now?: Date }): Promise<Page<InviteRecord>>;
  /** `false` when it was accepted or does not exist; idempotent. */
  revoke(tenantId: string, inviteId: string): Promise<boolean>;
  /** For people without a tenant; the records name the tenant. */
  acrossTenants: LettersDue<InviteRecord> & {
    get(inviteId: string): Promise<InviteRecord | null>;
    /**
     * The pending invite of a code, or the one that this person accepted with it, until that membership ends: their
     * request may be repeated after its answer was lost.
     */
    byCode(code: string, userId?: string): Promise<InviteRecord | null>;
    /** Pending and not expired, newest first. */
    pendingFor(email: string, now?: Date): Promise<InviteRecord[]>;
    /**
     * Accepts the invite; `null` when another person accepted it, it was revoked or it has expired. Idempotent for the
     * person who accepted it, until the membership ends or the invite would have expired.
     */
    accept(inviteId: string, userId: string, now?: Date): Promise<InviteRecord | null>;
  };
}
