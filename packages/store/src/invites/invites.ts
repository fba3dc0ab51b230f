import type { InviteLetter, inviteEntity, Language, RecordOf } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type InviteRecord = RecordOf<typeof inviteEntity>;

/** What an attempt to send a letter has left. */
export type LetterOutcome = Pick<InviteLetter, 'state' | 'code' | 'reply' | 'retryAt'>;

export interface NewInvite {
  email: string;
  code: string;
  invitedBy: string;
  expiresAt: Date;
  /** The language of the letter. */
  language?: Language | undefined;
  /** The state of its letter, if one is to be sent. */
  letter?: InviteLetter | undefined;
}

export interface Invites {
  get(tenantId: string, inviteId: string): Promise<InviteRecord | null>;
  /** One pending invite per e-mail and tenant: inviting again renews code, expiry and letter of the same invite. */
  create(tenantId: string, invite: NewInvite): Promise<InviteRecord>;
  /** Newest first; only pending ones that have not expired unless `all`. */
  list(tenantId: string, options?: { all?: boolean; now?: Date }): Promise<InviteRecord[]>;
  /** Those that are pending or expired at most thirty days ago, so that they can be sent again; newest first. */
  page(tenantId: string, query?: ListQuery & { now?: Date }): Promise<Page<InviteRecord>>;
  /** `false` when it was accepted or does not exist; idempotent. */
  revoke(tenantId: string, inviteId: string): Promise<boolean>;
  /**
   * The letter of this invite: queued → sending. `null` when the invite is not pending, has expired, or has another code
   * or letter since, and when the letter is not queued: one whose outcome is unknown is never sent again automatically.
   */
  beginLetter(tenantId: string, invite: InviteRecord, now?: Date): Promise<InviteLetter | null>;
  /**
   * Stores the outcome of a letter in the state in which the caller read or began it; `false` when it has changed since.
   * The attempt that was given up as `unknown` may still store its answer.
   */
  settleLetter(
    tenantId: string,
    inviteId: string,
    letter: InviteLetter,
    outcome: LetterOutcome,
    now?: Date,
  ): Promise<boolean>;
  /** For people without a tenant; the records name the tenant. */
  acrossTenants: {
    get(inviteId: string): Promise<InviteRecord | null>;
    /**
     * The pending invite of a code, or the one that this person accepted with it, until that membership ends: their
     * request may be repeated after its answer was lost.
     */
    byCode(code: string, userId?: string): Promise<InviteRecord | null>;
    /**
     * Pending invites whose letter no job seems to send: queued or due again for half a minute, or being sent for a
     * quarter of an hour.
     */
    lettersDue(now?: Date): Promise<InviteRecord[]>;
    /** Pending and not expired, newest first. */
    pendingFor(email: string, now?: Date): Promise<InviteRecord[]>;
    /**
     * Accepts the invite; `null` when another person accepted it, it was revoked or it has expired. Idempotent for the
     * person who accepted it, until the membership ends or the invite would have expired.
     */
    accept(inviteId: string, userId: string, now?: Date): Promise<InviteRecord | null>;
  };
}
