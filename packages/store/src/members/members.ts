import type { MemberStatus, memberEntity, RecordOf, TenantRole } from '@sello/contracts';

export type MemberRecord = RecordOf<typeof memberEntity>;

export interface NewMember {
  /** Given by a caller who may have to ask again: the membership of this id that stands is answered. */
  _id?: string | undefined;
  userId: string;
  userEmail: string;
  userName: string;
  role: TenantRole;
  status?: MemberStatus | undefined;
}

export interface Members {
  /** The person's membership, whatever its status: only an `active` one admits. */
  of(tenantId: string, userId: string): Promise<MemberRecord | null>;
  /** The memberships of many people in many tenants, in few statements; strangers are left out. */
  ofMany(pairs: readonly { tenantId: string; userId: string }[]): Promise<MemberRecord[]>;
  get(tenantId: string, memberId: string): Promise<MemberRecord | null>;
  list(tenantId: string): Promise<MemberRecord[]>;
  /** Throws `already_member`. */
  add(tenantId: string, member: NewMember): Promise<MemberRecord>;
  /** Throws `member_not_found`, `cannot_demote_last_owner`; two demotions at once never leave a tenant without owner. */
  changeRole(tenantId: string, memberId: string, role: TenantRole): Promise<MemberRecord>;
  /** Throws `member_not_found`, `cannot_demote_last_owner` (a blocked owner is none). */
  setStatus(tenantId: string, memberId: string, status: MemberStatus): Promise<MemberRecord>;
  /** Throws `member_not_found`, `cannot_remove_last_owner`. */
  remove(tenantId: string, memberId: string): Promise<MemberRecord>;
  countOwners(tenantId: string): Promise<number>;
  acrossTenants: {
    /** The owner who is longest there, of each of these organizations; those without one are left out. */
    ownerOf(tenantIds: readonly string[]): Promise<Map<string, MemberRecord>>;
    /** Members of each; organizations without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
    /** For each of these folded words, the organizations that have an owner in whose name or e-mail it stands. */
    ownedBy(words: readonly string[]): Promise<Map<string, Set<string>>>;
  };
}
