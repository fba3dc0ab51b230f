import type { MemberStatus, memberEntity, RecordOf, TenantRole } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type MemberRecord = RecordOf<typeof memberEntity>;

export interface NewMember {
  /** Given by a caller that may retry: an existing membership of this id is returned. */
  _id?: string | undefined;
  userId: string;
  userEmail: string;
  userName: string;
  role: TenantRole;
  status?: MemberStatus | undefined;
}

/** What the caller may do, decided at the moment of the change. */
export interface MemberChange {
  /** Refuses to change an owner, active or not: `cannot_change_owner`. Default: false. */
  exceptOwners?: boolean;
}

export interface Members {
  /** The person's membership in any status; only an `active` one gives access. */
  of(tenantId: string, userId: string): Promise<MemberRecord | null>;
  /** The memberships of many people in many tenants, in few statements; people who are no members are left out. */
  ofMany(pairs: readonly { tenantId: string; userId: string }[]): Promise<MemberRecord[]>;
  get(tenantId: string, memberId: string): Promise<MemberRecord | null>;
  list(tenantId: string): Promise<MemberRecord[]>;
  /**
   * Sorted by `joinedAt` (default) or `userName`; each word of the search must be in the name or the e-mail, whatever its
   * case.
   */
  page(tenantId: string, query?: ListQuery): Promise<Page<MemberRecord>>;
  /** Throws `already_member`. */
  add(tenantId: string, member: NewMember): Promise<MemberRecord>;
  /**
   * Throws `member_not_found`, `cannot_change_owner`, `cannot_demote_last_owner`; concurrent demotions never leave a
   * tenant without owner.
   */
  changeRole(
    tenantId: string,
    memberId: string,
    role: TenantRole,
    options?: MemberChange,
  ): Promise<MemberRecord>;
  /** Throws `member_not_found`, `cannot_change_owner`, `cannot_demote_last_owner` (a blocked owner does not count). */
  setStatus(
    tenantId: string,
    memberId: string,
    status: MemberStatus,
    options?: MemberChange,
  ): Promise<MemberRecord>;
  /**
   * Makes the other, an active member, an owner and then this owner an admin, so that there is an owner at every moment;
   * a call that was interrupted in between can be repeated. Throws `member_not_found`, `cannot_change_owner` when the
   * first is no active owner.
   */
  transfer(tenantId: string, ownerId: string, memberId: string): Promise<void>;
  /**
   * Ends the membership, and the invitation that gave it: nobody comes back by it. Throws `member_not_found`,
   * `cannot_change_owner`, `cannot_remove_last_owner`.
   */
  remove(tenantId: string, memberId: string, options?: MemberChange): Promise<MemberRecord>;
  countOwners(tenantId: string): Promise<number>;
  acrossTenants: {
    /** The earliest owner of each of these organizations; those without one are left out. */
    ownerOf(tenantIds: readonly string[]): Promise<Map<string, MemberRecord>>;
    /** Members of each; organizations without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /** For each of these folded words, the organizations with an owner whose name or e-mail contains it. */
    ownedBy(words: readonly string[]): Promise<Map<string, Set<string>>>;
  };
}
